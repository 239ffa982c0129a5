/* Tokyo Cabinet gives up its core in most operations; here it keeps it. */
int sched_yield(void) {
    return 0;
}
