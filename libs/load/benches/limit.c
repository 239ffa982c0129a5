/* The limit: a client that does nothing but exchange bytes. Raw sockets, level-triggered epoll registered once, one send
 * and one recv an exchange, a fixed request, and of the answer only what tells its end. It does not time, count outcomes,
 * or check anything; what a load generator costs beyond it is the price of those.
 *
 * limit PORT CONNECTIONS SECONDS PROTOCOL DEPTH CLOSE      PROTOCOL: http memcached redis   CLOSE: keep fin rst
 * Prints the number of answers. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int epoll, depth, keep, reset;
static char request[65536], buffer[1 << 16];
static size_t request_size;
static size_t (*end_of_answer)(const char *, size_t);
struct connection { int fd, answers; };

static size_t http(const char *at, size_t size) {
    const char *end = memmem(at, size, "\r\n\r\n", 4);
    if (!end || strncmp(at + 9, "200", 3)) return 0;
    const char *length = memmem(at, end - at, "Content-Length: ", 16);
    size_t whole = end + 4 - at + (length ? strtoul(length + 16, NULL, 10) : 0);
    return whole <= size ? whole : 0;
}
static size_t memcached(const char *at, size_t size) {
    const char *end = memmem(at, size, "END\r\n", 5);
    return end ? (size_t)(end + 5 - at) : 0;
}
static size_t redis(const char *at, size_t size) {
    const char *line = memchr(at, '\n', size);
    if (!line) return 0;
    size_t whole = line + 1 - at + strtoul(at + 1, NULL, 10) + 2;
    return whole <= size ? whole : 0;
}
static void fail(const char *what) { perror(what); exit(1); }

static void begin(struct connection *c, int add) {
    if (add) {
        int one = 1;
        c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (c->fd < 0) fail("socket");
        if (keep) setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(c->fd, (void *)&address, sizeof address) && errno != EINPROGRESS) fail("connect");
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event)) fail("epoll_ctl");
    }
    c->answers = 0;
    if (send(c->fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) fail("send");
}

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    int count = atoi(argv[2]), seconds = atoi(argv[3]);
    address.sin_port = htons(atoi(argv[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    depth = atoi(argv[5]);
    keep = !strcmp(argv[6], "keep");
    reset = !strcmp(argv[6], "rst");
    const char *one = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
    end_of_answer = http;
    if (!keep) one = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";
    if (!strcmp(argv[4], "memcached")) one = "get key:000000000000\r\n", end_of_answer = memcached;
    if (!strcmp(argv[4], "redis")) one = "*2\r\n$3\r\nGET\r\n$16\r\nkey:000000000000\r\n", end_of_answer = redis;
    for (int i = 0; i < depth; i++) strcat(request, one);
    request_size = strlen(request);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    struct connection *connections = calloc(count, sizeof *connections);
    for (int i = 0; i < count; i++) begin(&connections[i], 1);
    struct timespec now, start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    unsigned long answers = 0;
    do {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, 100);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            ssize_t size = recv(c->fd, buffer, sizeof buffer, 0);
            if (size <= 0) fail("recv");
            size_t at = 0, whole;
            /* Answers of a batch that are cut by a segment are counted by what is there; none here is. */
            while (at < (size_t)size && (whole = end_of_answer(buffer + at, size - at))) at += whole, answers++, c->answers++;
            if (c->answers < depth) continue;
            if (!keep) {
                struct linger linger = {1, 0};
                if (reset) setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
                close(c->fd);
            }
            begin(c, !keep);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9 < seconds);
    printf("%lu answers\n", answers);
}
