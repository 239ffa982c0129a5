//! What the help of `wirecost load` ends with.

/// Examples, and exit codes.
pub const EXAMPLES: &str = "\
Examples:
  wirecost load http://127.0.0.1:8080/ -c 100 -d 10s           as fast as 100 connections go
  wirecost load http://127.0.0.1:8080/ -c 100 --rate 5000      how long users wait at 5,000/s
  wirecost load http://127.0.0.1:8080/ --stages 100:10s,100-2000:1m,2000:30s
  wirecost load http://127.0.0.1:8080/ -n 10000 -c 100         this many requests, as with ab
  wirecost load http://127.0.0.1:8080/ --find-rate 'p99<5ms'   the highest rate that keeps this goal
  wirecost load http://127.0.0.1:8080/ --rate 500 --require 'p99<20ms'      exit code 1 if it is not so
  wirecost load http://127.0.0.1:8080/orders --body order.json -T application/json --expect 201
  wirecost load http://127.0.0.1:8080/ --close reset           a new connection for each request
  wirecost load https://127.0.0.1:8443/ --http2 --pipeline 8 --insecure
  wirecost load unix:/run/app.sock:/health -c 10 -d 5s
  wirecost load redis://127.0.0.1 -c 50 --pipeline 16 --set 100 --keyspace 100000
  wirecost load redis://127.0.0.1 --fill --keyspace 100000     store all keys, then fetch them
  wirecost load memcached://127.0.0.1 --keys 100000 --value-size 100 --ratio 1:10 --dist zipf     every answer is checked
  wirecost load --targets requests.txt --rate 200 --json result.json
  wirecost load http://127.0.0.1:8080/ --rate 5000 --html result.html         quantiles and the course as a page
  wirecost load http://127.0.0.1:8080/ --html new.html --beside old.json          and an earlier result in its pictures
  wirecost load http://10.0.0.5:8080/ --rate 90000 -c 900 --on slurm:3        one schedule from three machines
  wirecost load http://127.0.0.1:8080/ --against http://127.0.0.1:8081/                      which is cheaper, and sooner
  wirecost load http://127.0.0.1:8080/ --against http://127.0.0.1:8081/ --max-slowdown 3%    a gate for a new build

Ctrl-C ends a run within half a second; the result so far is still printed and written. A second Ctrl-C ends it at once.

With --against, the first server and each of the others are compared by slices of some 5 ms, in random order. What else the
machine does hits both alike. Take cores apart for the servers (taskset -c 0) and for wirecost (--core 1) where you can.

Exit codes: 0 done; 1 done, but requests failed or were never sent, a goal was not kept, or the result is not valid \
(no answer within the window, missing keys, a generator that was too slow); 2 refused (usage, a broken file, a server \
that cannot be reached); 3 and 4 with --max-slowdown: a server is slower by more, or that could not be decided; 130 ended early.";
