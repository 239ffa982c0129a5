/* Knows what of a store's files the disk would have if the power failed now (docs/kv.md, "After a power cut").

   LD_PRELOAD loads it into every process of a store. Writes go to the files as ever: the store, and what maps its files,
   reads what it wrote. Beside the files there is a second copy of each, which has only what was synced. A sync copies the
   blocks that were written since the last one, and writes down the names that the folder has. After the kill, wirecost puts
   the second copy in place of the files.

   The rules, for all file systems with a journal:
   - The content and the length of a file are on the disk when a sync of this file has ended (fsync, fdatasync, msync with
     MS_SYNC, sync, syncfs, a write with O_SYNC, O_DSYNC, RWF_SYNC or RWF_DSYNC). sync_file_range promises nothing.
   - Names (new files, renames, removals) and truncations are on the disk when a later sync of any file has ended.
   - Nothing else is on the disk.

   Calls of the C library are seen; a store that makes system calls of its own is found by wirecost (power_cut/files.rs). */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "offsets have 64 bits");

#define EXPORT __attribute__((visibility("default")))

enum { BLOCK_BYTES = 4096, HEAD_BYTES = 4096, WORDS = 1 << 18, FILES = 1 << 14, PATH_BYTES = 4096, COPY_BYTES = 64 << 10 };

/* What is known of a file, shared by all processes: the file `marks/INODE`. power_cut/files.rs reads it. */
struct marks {
    uint64_t opaque;  /* written in ways that are not seen, such as a mapping: a sync copies all of it */
    uint64_t writing; /* writes under way */
    uint64_t shrunk;  /* truncated at some time */
    uint64_t syncing; /* a sync copies what it has taken the marks from */
    char spare[HEAD_BYTES - 4 * sizeof(uint64_t)];
    uint64_t bits[WORDS]; /* blocks that were written since the last sync */
};

static struct entry {
    ino_t inode;
    struct marks *marks;
} table[FILES];

static char folder[PATH_BYTES], keeper[PATH_BYTES + 16];
static dev_t device;
static int active, lock_file = -1;
static uint64_t *syncs;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t position_lock = PTHREAD_MUTEX_INITIALIZER;

/* Files of its own: system calls, which no function below sees. */

static int own_open(const char *path, int flags) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
    if (file >= 0 && flags & O_CREAT) {
        fchmod(file, 0666);
    }
    return file;
}

static void own_close(int file) {
    syscall(SYS_close, file);
}

static const char *within(char *path, const char *kind, ino_t inode) {
    snprintf(path, PATH_BYTES + 64, "%s/%s/%llu", keeper, kind, (unsigned long long)inode);
    return path;
}

/* Writes down why nothing can be said of this store. The first reason stays. */
static void broken(const char *what) {
    char path[PATH_BYTES + 64], text[256];
    snprintf(path, sizeof path, "%s/broken", keeper);
    int bytes = snprintf(text, sizeof text, "%s: %s\n", what, strerror(errno));
    int file = own_open(path, O_WRONLY | O_CREAT | O_EXCL);
    if (file >= 0) {
        syscall(SYS_write, file, text, bytes);
        own_close(file);
    }
}

/* One at a time, among all threads of all processes: names change, or are read. */
static void enter(void) {
    pthread_mutex_lock(&names_lock);
    while (flock(lock_file, LOCK_EX) && errno == EINTR) {
    }
}

static void leave(void) {
    flock(lock_file, LOCK_UN);
    pthread_mutex_unlock(&names_lock);
}

static void open_lock(void) {
    char path[PATH_BYTES + 64];
    snprintf(path, sizeof path, "%s/lock", keeper);
    lock_file = own_open(path, O_RDWR | O_CREAT);
}

static void before_fork(void) {
    pthread_mutex_lock(&table_lock);
    pthread_mutex_lock(&position_lock);
    pthread_mutex_lock(&names_lock);
}

static void after_fork(void) {
    pthread_mutex_unlock(&names_lock);
    pthread_mutex_unlock(&position_lock);
    pthread_mutex_unlock(&table_lock);
}

static void in_child(void) {
    /* The lock of a file is its parent's too. */
    own_close(lock_file);
    open_lock();
    after_fork();
}

/* Files of the store. */

static struct marks *adopt(int file, const struct stat *stat_of) {
    char live[PATH_BYTES + 64], disk[PATH_BYTES + 64], marks[PATH_BYTES + 64], of_process[64];
    /* A second name keeps the inode, and with it its number. */
    snprintf(of_process, sizeof of_process, "/proc/self/fd/%d", file);
    if (syscall(SYS_linkat, AT_FDCWD, of_process, AT_FDCWD, within(live, "live", stat_of->st_ino), AT_SYMLINK_FOLLOW) &&
        errno != EEXIST) {
        if (errno != ENOENT) {
            broken("a second name for a file");
        }
        return NULL;
    }
    int made = own_open(within(disk, "disk", stat_of->st_ino), O_WRONLY | O_CREAT);
    int shared = own_open(within(marks, "marks", stat_of->st_ino), O_RDWR | O_CREAT);
    void *mapped = MAP_FAILED;
    if (made >= 0 && shared >= 0 && syscall(SYS_ftruncate, shared, sizeof(struct marks)) == 0) {
        mapped = (void *)syscall(SYS_mmap, NULL, sizeof(struct marks), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    }
    if (mapped == MAP_FAILED) {
        broken("keeping account of a file");
    }
    own_close(made);
    own_close(shared);
    return mapped == MAP_FAILED ? NULL : mapped;
}

static struct marks *known(ino_t inode, struct marks *(*make)(int, const struct stat *), int file,
                           const struct stat *stat_of) {
    struct marks *marks = NULL;
    pthread_mutex_lock(&table_lock);
    size_t at = inode % FILES, tried = 0;
    while (tried < FILES && table[at].inode != 0 && table[at].inode != inode) {
        at = (at + 1) % FILES;
        tried++;
    }
    if (tried == FILES) {
        errno = ENFILE;
        broken("too many files");
    } else if (table[at].inode == inode) {
        marks = table[at].marks;
    } else if (make != NULL) {
        marks = make(file, stat_of);
        if (marks != NULL) {
            table[at].inode = inode;
            table[at].marks = marks;
        }
    }
    pthread_mutex_unlock(&table_lock);
    return marks;
}

static int starts_with(const char *path, const char *prefix) {
    size_t bytes = strlen(prefix);
    return strncmp(path, prefix, bytes) == 0 && (path[bytes] == '/' || path[bytes] == 0);
}

/* The marks of an open file of the store; NULL where it is none. */
static struct marks *marks_of(int file, struct stat *stat_of) {
    char name[64], path[PATH_BYTES];
    int before = errno;
    if (!active || fstat(file, stat_of) || !S_ISREG(stat_of->st_mode) || stat_of->st_dev != device) {
        errno = before;
        return NULL;
    }
    struct marks *marks = known(stat_of->st_ino, NULL, file, stat_of);
    if (marks == NULL) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        ssize_t bytes = readlink(name, path, sizeof path - 1);
        path[bytes < 0 ? 0 : bytes] = 0;
        if (stat_of->st_nlink > 0 && starts_with(path, folder) && !starts_with(path, keeper)) {
            marks = known(stat_of->st_ino, adopt, file, stat_of);
        }
    }
    errno = before;
    return marks;
}

static void count(uint64_t *what, int by) {
    __atomic_fetch_add(what, (uint64_t)(int64_t)by, __ATOMIC_SEQ_CST);
}

static void set_opaque(int file) {
    struct stat stat_of;
    struct marks *marks = marks_of(file, &stat_of);
    if (marks != NULL) {
        __atomic_store_n(&marks->opaque, 1, __ATOMIC_SEQ_CST);
    }
}

/* A write has ended. */
static void mark(struct marks *marks, off_t from, ssize_t bytes) {
    if (bytes <= 0) {
        return;
    }
    if (from < 0 || (from + bytes - 1) / BLOCK_BYTES >= (off_t)WORDS * 64) {
        __atomic_store_n(&marks->opaque, 1, __ATOMIC_SEQ_CST);
        return;
    }
    for (off_t block = from / BLOCK_BYTES; block <= (from + bytes - 1) / BLOCK_BYTES; block++) {
        __atomic_fetch_or(&marks->bits[block / 64], (uint64_t)1 << block % 64, __ATOMIC_SEQ_CST);
    }
}
