#!/bin/sh
# Builds the module for the nginx that is installed: $1 is this folder, $2 where the module goes. Debian's nginx-dev has
# nginx's headers and the flags that it was configured with, without which nginx refuses the module. They are copied,
# because configure writes beside its sources.
set -e
cp -r /usr/share/nginx/src "$2/src"
cd "$2/src"
bash -c '. ./conf_flags && ./configure "${NGX_CONF_FLAGS[@]}" --with-cc-opt="-O2 -fPIC" \
    --add-dynamic-module="$1" --builddir="$2/objects"' build "$1" "$2"
make -f "$2/objects/Makefile" modules
mv "$2/objects/ngx_http_wirecost_hello_module.so" "$2"
rm -r "$2/src" "$2/objects"
