#!/bin/bash
# Stands for `java` on the path of wirecost: the runner is Java itself, under the same process id, and what the harness sends it
# is also kept in a file. REAL_JAVA is Java, RECORD is the folder of these files.
case " $* " in
*" wirecost.Main "*) exec "$REAL_JAVA" "$@" < <(exec tee "$RECORD/$$") ;;
*) exec "$REAL_JAVA" "$@" ;;
esac
