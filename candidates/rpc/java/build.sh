#!/bin/sh
# Makes a stack of Java: its libraries by Maven, then the classes of this folder and its own. Arguments: the folder of the stack,
# this folder, where to put what is made, and wirecost. What fails says its first error last, which is what wirecost shows.
set -e
folder=$1 shared=$2 built=$3 own=$4

run() {
    if ! "$@" >"$built/said.txt" 2>&1; then
        cat "$built/said.txt" >&2
        grep -m 1 -i error "$built/said.txt" >&2
        exit 1
    fi
}

run mvn --batch-mode --quiet -Dstyle.color=never --file "$folder/pom.xml" "-Dmaven.repo.local=$built/../../maven" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$built/lib"
sources=
if [ -f "$folder/generate.sh" ]; then
    run sh "$folder/generate.sh" "$folder" "$built" "$own"
    sources=$(find "$built/generated" -name '*.java')
fi
# shellcheck disable=SC2086 # one word for each file
run javac -nowarn -proc:none --release 17 -encoding UTF-8 -cp "$built/lib/*" -d "$built" "$shared"/wirecost/*.java "$folder"/*.java $sources
rm "$built/said.txt"
