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
    char spare[HEAD_BYTES - 3 * sizeof(uint64_t)];
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

/* What is on the disk. All of this is done by one at a time. */

static char *list;
static size_t list_bytes, list_room;

static void add(const void *bytes, size_t count_of) {
    if (list_bytes + count_of > list_room) {
        list_room = (list_bytes + count_of) * 2 + COPY_BYTES;
        char *larger = realloc(list, list_room);
        if (larger == NULL) {
            broken("a list of names");
            list_room = 0;
            return;
        }
        list = larger;
    }
    memcpy(list + list_bytes, bytes, count_of);
    list_bytes += count_of;
}

/* Adds the entries of a folder to the list: kind, mode, inode, then the path within the store's folder, and a zero. */
static void walk(const char *path) {
    DIR *entries = opendir(path);
    struct dirent *entry;
    if (entries == NULL) {
        return;
    }
    while ((entry = readdir(entries)) != NULL) {
        char below[PATH_BYTES * 2], head[64];
        struct stat of;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (strcmp(below, keeper) == 0 || fstatat(AT_FDCWD, below, &of, AT_SYMLINK_NOFOLLOW)) {
            continue;
        }
        char kind = S_ISDIR(of.st_mode) ? 'd' : S_ISLNK(of.st_mode) ? 'l' : S_ISREG(of.st_mode) ? 'f' : 0;
        if (kind == 0) {
            continue;
        }
        add(head, (size_t)snprintf(head, sizeof head, "%c %o %llu ", kind, of.st_mode & 07777,
                                   (unsigned long long)of.st_ino));
        add(below + strlen(folder) + 1, strlen(below) - strlen(folder));
        if (kind == 'l') {
            char target[PATH_BYTES];
            ssize_t bytes = readlink(below, target, sizeof target - 1);
            target[bytes < 0 ? 0 : bytes] = 0;
            add(target, strlen(target) + 1);
        }
        if (kind == 'd') {
            walk(below);
        }
    }
    closedir(entries);
}

static void keep_names(void) {
    char next[PATH_BYTES + 64], names[PATH_BYTES + 64];
    snprintf(next, sizeof next, "%s/names.next", keeper);
    snprintf(names, sizeof names, "%s/names", keeper);
    list_bytes = 0;
    walk(folder);
    int file = own_open(next, O_WRONLY | O_CREAT | O_TRUNC);
    if (file < 0 || syscall(SYS_write, file, list, list_bytes) != (long)list_bytes ||
        syscall(SYS_renameat2, AT_FDCWD, next, AT_FDCWD, names, 0)) {
        broken("writing down the names");
    }
    own_close(file);
}

static void copy(int from, int to, off_t at, off_t end) {
    static char room[COPY_BYTES];
    while (at < end) {
        size_t most = end - at < COPY_BYTES ? (size_t)(end - at) : COPY_BYTES;
        ssize_t bytes = syscall(SYS_pread64, from, room, most, at);
        if (bytes <= 0) {
            return;
        }
        if (syscall(SYS_pwrite64, to, room, bytes, at) != bytes) {
            broken("copying what was synced");
            return;
        }
        at += bytes;
    }
}

/* Truncations reach the disk with the next sync, whatever that is of. */
static void shrink_on_disk(void) {
    char path[PATH_BYTES + 64], disk[PATH_BYTES + 64];
    uint64_t record[2];
    snprintf(path, sizeof path, "%s/shrunk", keeper);
    int file = own_open(path, O_RDWR);
    if (file < 0) {
        return;
    }
    while (syscall(SYS_read, file, record, sizeof record) == (long)sizeof record) {
        int on_disk = own_open(within(disk, "disk", record[0]), O_WRONLY);
        struct stat of;
        if (on_disk >= 0 && fstat(on_disk, &of) == 0 && (uint64_t)of.st_size > record[1]) {
            syscall(SYS_ftruncate, on_disk, record[1]);
        }
        own_close(on_disk);
    }
    syscall(SYS_ftruncate, file, 0);
    own_close(file);
}

/* Blocks of a file that were written since the last sync, or the part of it from `first` to `last`. */
static void keep_file(ino_t inode, struct marks *marks, off_t first, off_t last) {
    char path[PATH_BYTES + 64];
    int from = own_open(within(path, "live", inode), O_RDONLY), to = own_open(within(path, "disk", inode), O_WRONLY);
    struct stat live, disk;
    if (from < 0 || to < 0 || fstat(from, &live) || fstat(to, &disk)) {
        broken("opening what is synced");
    } else if (last > 0) {
        off_t end = last < live.st_size ? last : live.st_size;
        if (disk.st_size < end) {
            syscall(SYS_ftruncate, to, end);
        }
        copy(from, to, first, end);
    } else if (__atomic_load_n(&marks->opaque, __ATOMIC_SEQ_CST)) {
        /* Holes stay holes: a file that is mapped may be much longer than what is in it. */
        syscall(SYS_ftruncate, to, live.st_size);
        off_t at = 0;
        while (at < live.st_size) {
            off_t data = lseek(from, at, SEEK_DATA);
            data = data < 0 ? live.st_size : data;
            if (data > at && syscall(SYS_fallocate, to, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, data - at)) {
                broken("copying a hole");
                break;
            }
            off_t hole = data < live.st_size ? lseek(from, data, SEEK_HOLE) : data;
            at = hole < 0 ? live.st_size : hole;
            copy(from, to, data, at);
        }
    } else {
        off_t words = (live.st_size / BLOCK_BYTES + 64) / 64;
        syscall(SYS_ftruncate, to, live.st_size);
        for (off_t word = 0; word < words && word < WORDS; word++) {
            if (__atomic_load_n(&marks->bits[word], __ATOMIC_SEQ_CST) == 0) {
                continue;
            }
            uint64_t bits = __atomic_exchange_n(&marks->bits[word], 0, __ATOMIC_SEQ_CST);
            for (int bit = 0; bit < 64; bit++) {
                if (bits >> bit & 1) {
                    off_t at = (word * 64 + bit) * BLOCK_BYTES;
                    copy(from, to, at, at + BLOCK_BYTES < live.st_size ? at + BLOCK_BYTES : live.st_size);
                }
            }
        }
    }
    own_close(from);
    own_close(to);
}

/* A sync has ended: of a file, or of names alone. */
static void synced(ino_t inode, struct marks *marks, off_t first, off_t last) {
    int before = errno;
    enter();
    shrink_on_disk();
    if (marks != NULL) {
        keep_file(inode, marks, first, last);
    }
    keep_names();
    count(syncs, 1);
    leave();
    errno = before;
}

static void synced_all(void) {
    char path[PATH_BYTES + 64];
    int before = errno;
    enter();
    shrink_on_disk();
    snprintf(path, sizeof path, "%s/marks", keeper);
    DIR *entries = opendir(path);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        ino_t inode = strtoull(entry->d_name, NULL, 10);
        int file = inode == 0 ? -1 : own_open(within(path, "marks", inode), O_RDWR);
        if (file < 0) {
            continue;
        }
        void *marks = (void *)syscall(SYS_mmap, NULL, sizeof(struct marks), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        own_close(file);
        if (marks != MAP_FAILED) {
            keep_file(inode, marks, 0, 0);
            munmap(marks, sizeof(struct marks));
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    keep_names();
    count(syncs, 1);
    leave();
    errno = before;
}

/* A file was cut short. */
static void shrunk(int file, off_t size) {
    char path[PATH_BYTES + 64];
    struct stat stat_of;
    int before = errno;
    struct marks *marks = marks_of(file, &stat_of);
    if (marks != NULL) {
        uint64_t record[2] = {stat_of.st_ino, (uint64_t)size};
        enter();
        __atomic_store_n(&marks->shrunk, 1, __ATOMIC_SEQ_CST);
        snprintf(path, sizeof path, "%s/shrunk", keeper);
        int list_of = own_open(path, O_WRONLY | O_CREAT | O_APPEND);
        if (list_of < 0 || syscall(SYS_write, list_of, record, sizeof record) != (long)sizeof record) {
            broken("writing down a truncation");
        }
        own_close(list_of);
        leave();
    }
    errno = before;
}

/* What is there when the store starts is on the disk. */
static void keep_all(const char *path) {
    DIR *entries = opendir(path);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char below[PATH_BYTES * 2];
        struct stat of;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || strcmp(below, keeper) == 0 ||
            fstatat(AT_FDCWD, below, &of, AT_SYMLINK_NOFOLLOW)) {
            continue;
        }
        if (S_ISDIR(of.st_mode)) {
            keep_all(below);
        } else if (S_ISREG(of.st_mode)) {
            int file = own_open(below, O_RDONLY);
            struct marks *marks = file < 0 ? NULL : known(of.st_ino, adopt, file, &of);
            if (marks != NULL) {
                keep_file(of.st_ino, marks, 0, of.st_size);
            }
            own_close(file);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *given = getenv("WIRECOST_POWER_CUT");
    char path[PATH_BYTES + 64];
    struct stat of;
    if (given == NULL || strlen(given) > PATH_BYTES / 2 || realpath(given, folder) == NULL || stat(folder, &of)) {
        return;
    }
    device = of.st_dev;
    snprintf(keeper, sizeof keeper, "%s/.power-cut", folder);
    int is_first = syscall(SYS_mkdirat, AT_FDCWD, keeper, 0777) == 0;
    static const char *const KINDS[] = {"live", "disk", "marks"};
    for (size_t kind = 0; is_first && kind < 3; kind++) {
        snprintf(path, sizeof path, "%s/%s", keeper, KINDS[kind]);
        syscall(SYS_mkdirat, AT_FDCWD, path, 0777);
        chmod(path, 0777);
    }
    chmod(keeper, 0777);
    open_lock();
    snprintf(path, sizeof path, "%s/syncs", keeper);
    int counter = own_open(path, O_RDWR | O_CREAT);
    if (lock_file < 0 || counter < 0 || syscall(SYS_ftruncate, counter, sizeof *syncs)) {
        broken("beginning");
        return;
    }
    syncs = (void *)syscall(SYS_mmap, NULL, sizeof *syncs, PROT_READ | PROT_WRITE, MAP_SHARED, counter, 0);
    own_close(counter);
    if (syncs == MAP_FAILED) {
        broken("beginning");
        return;
    }
    if (is_first) {
        enter();
        keep_all(folder);
        keep_names();
        leave();
    }
    pthread_atfork(before_fork, after_fork, in_child);
    active = 1;
}

/* What stores call. */

/* A write at the position of the file, or at `at` where that is not negative. */
static ssize_t written(int file, off_t at, int flags, ssize_t (*call)(int, const void *, size_t, off_t, int),
                       const void *what, size_t size) {
    struct stat stat_of;
    struct marks *marks = marks_of(file, &stat_of);
    if (marks == NULL) {
        return call(file, what, size, at, flags);
    }
    int of_file = fcntl(file, F_GETFL), is_positioned = at < 0;
    if (is_positioned) {
        pthread_mutex_lock(&position_lock);
    } else if (of_file & O_APPEND || flags & RWF_APPEND) {
        /* It lands at the end, wherever that is by then. */
        __atomic_store_n(&marks->opaque, 1, __ATOMIC_SEQ_CST);
    }
    count(&marks->writing, 1);
    ssize_t bytes = call(file, what, size, at, flags);
    int error = errno;
    off_t from = is_positioned ? lseek(file, 0, SEEK_CUR) - (bytes > 0 ? bytes : 0) : at;
    mark(marks, from, bytes);
    count(&marks->writing, -1);
    if (is_positioned) {
        pthread_mutex_unlock(&position_lock);
    }
    if (bytes > 0 && (of_file & O_DSYNC || flags & (RWF_SYNC | RWF_DSYNC))) {
        synced(stat_of.st_ino, marks, from, from + bytes);
    }
    errno = error;
    return bytes;
}

static ssize_t call_write(int file, const void *what, size_t size, off_t at, int flags) {
    (void)flags;
    return at < 0 ? syscall(SYS_write, file, what, size) : syscall(SYS_pwrite64, file, what, size, at);
}

static ssize_t call_writev(int file, const void *what, size_t size, off_t at, int flags) {
    if (flags != 0) {
        return syscall(SYS_pwritev2, file, what, size, at, 0, flags);
    }
    return at < 0 ? syscall(SYS_writev, file, what, size) : syscall(SYS_pwritev, file, what, size, at, 0);
}

EXPORT ssize_t write(int file, const void *bytes, size_t size) {
    return written(file, -1, 0, call_write, bytes, size);
}

EXPORT ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
    return at < 0 ? syscall(SYS_pwrite64, file, bytes, size, at) : written(file, at, 0, call_write, bytes, size);
}

EXPORT ssize_t pwrite64(int file, const void *bytes, size_t size, off_t at) {
    return pwrite(file, bytes, size, at);
}

EXPORT ssize_t writev(int file, const struct iovec *parts, int number) {
    return written(file, -1, 0, call_writev, parts, (size_t)number);
}

EXPORT ssize_t pwritev(int file, const struct iovec *parts, int number, off_t at) {
    return at < 0 ? syscall(SYS_pwritev, file, parts, number, at, 0) : written(file, at, 0, call_writev, parts, (size_t)number);
}

EXPORT ssize_t pwritev64(int file, const struct iovec *parts, int number, off_t at) {
    return pwritev(file, parts, number, at);
}

EXPORT ssize_t pwritev2(int file, const struct iovec *parts, int number, off_t at, int flags) {
    return written(file, at, flags, call_writev, parts, (size_t)number);
}

EXPORT ssize_t pwritev64v2(int file, const struct iovec *parts, int number, off_t at, int flags) {
    return pwritev2(file, parts, number, at, flags);
}

static int sync_of(int file, long call) {
    int result = (int)syscall(call, file);
    struct stat stat_of;
    struct marks *marks;
    int before = errno;
    if (result == 0 && active) {
        if ((marks = marks_of(file, &stat_of)) != NULL) {
            synced(stat_of.st_ino, marks, 0, 0);
        } else if (fstat(file, &stat_of) == 0 && S_ISDIR(stat_of.st_mode) && stat_of.st_dev == device) {
            synced(0, NULL, 0, 0);
        }
    }
    errno = before;
    return result;
}

EXPORT int fsync(int file) {
    return sync_of(file, SYS_fsync);
}

EXPORT int fdatasync(int file) {
    return sync_of(file, SYS_fdatasync);
}

EXPORT void sync(void) {
    syscall(SYS_sync);
    if (active) {
        synced_all();
    }
}

EXPORT int syncfs(int file) {
    int result = (int)syscall(SYS_syncfs, file);
    struct stat of;
    if (result == 0 && active && fstat(file, &of) == 0 && of.st_dev == device) {
        synced_all();
    }
    return result;
}

/* Copies what a mapping has within a range. */
static void synced_mapping(uintptr_t from, uintptr_t to) {
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    FILE *maps = real == NULL ? NULL : real("/proc/self/maps", "re");
    char line[PATH_BYTES];
    if (maps == NULL) {
        broken("reading what is mapped");
        return;
    }
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long long first, last, at, inode;
        if (sscanf(line, "%llx-%llx %*s %llx %*s %llu", &first, &last, &at, &inode) != 4 || first >= to || last <= from) {
            continue;
        }
        struct marks *marks = inode == 0 ? NULL : known(inode, NULL, -1, NULL);
        uintptr_t begin_of = from > first ? from : first, end_of = to < last ? to : last;
        if (marks != NULL) {
            synced(inode, marks, (off_t)(begin_of - first + at), (off_t)(end_of - first + at));
        }
    }
    fclose(maps);
}

EXPORT int msync(void *from, size_t size, int flags) {
    int result = (int)syscall(SYS_msync, from, size, flags);
    if (result == 0 && active && flags & MS_SYNC) {
        synced_mapping((uintptr_t)from, (uintptr_t)from + size);
    }
    return result;
}

EXPORT void *mmap(void *where, size_t size, int protection, int flags, int file, off_t at) {
    int is_shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
    if (active && file >= 0 && protection & PROT_WRITE && is_shared && !(flags & MAP_ANONYMOUS)) {
        set_opaque(file);
    }
    return (void *)syscall(SYS_mmap, where, size, protection, flags, file, at);
}

EXPORT void *mmap64(void *where, size_t size, int protection, int flags, int file, off_t at) {
    return mmap(where, size, protection, flags, file, at);
}

EXPORT int ftruncate(int file, off_t size) {
    struct stat before;
    int is_shorter = active && fstat(file, &before) == 0 && size < before.st_size;
    int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && is_shorter) {
        shrunk(file, size);
    }
    return result;
}

EXPORT int ftruncate64(int file, off_t size) {
    return ftruncate(file, size);
}

EXPORT int truncate(const char *path, off_t size) {
    struct stat before;
    int is_shorter = active && stat(path, &before) == 0 && size < before.st_size;
    int result = (int)syscall(SYS_truncate, path, size);
    if (result == 0 && is_shorter) {
        int file = own_open(path, O_RDONLY);
        if (file >= 0) {
            shrunk(file, size);
            own_close(file);
        }
    }
    return result;
}

EXPORT int truncate64(const char *path, off_t size) {
    return truncate(path, size);
}

static int opened(int folder_of, const char *path, int flags, mode_t mode) {
    struct stat before;
    int empties = active && flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY;
    empties = empties && fstatat(folder_of, path, &before, 0) == 0 && before.st_size > 0;
    int file = (int)syscall(SYS_openat, folder_of, path, flags, mode);
    if (file >= 0 && empties) {
        shrunk(file, 0);
    }
    return file;
}

static mode_t mode_in(int flags, va_list arguments) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(folder_of)                                                                                                        \
    va_list arguments;                                                                                                         \
    va_start(arguments, flags);                                                                                                \
    mode_t mode = mode_in(flags, arguments);                                                                                   \
    va_end(arguments);                                                                                                         \
    return opened(folder_of, path, flags, mode)

EXPORT int open(const char *path, int flags, ...) {
    OPEN(AT_FDCWD);
}

EXPORT int open64(const char *path, int flags, ...) {
    OPEN(AT_FDCWD);
}

EXPORT int openat(int folder_of, const char *path, int flags, ...) {
    OPEN(folder_of);
}

EXPORT int openat64(int folder_of, const char *path, int flags, ...) {
    OPEN(folder_of);
}

EXPORT int __open_2(const char *path, int flags) {
    return opened(AT_FDCWD, path, flags, 0);
}

EXPORT int __open64_2(const char *path, int flags) {
    return opened(AT_FDCWD, path, flags, 0);
}

EXPORT int __openat_2(int folder_of, const char *path, int flags) {
    return opened(folder_of, path, flags, 0);
}

EXPORT int __openat64_2(int folder_of, const char *path, int flags) {
    return opened(folder_of, path, flags, 0);
}

EXPORT int creat(const char *path, mode_t mode) {
    return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

EXPORT int creat64(const char *path, mode_t mode) {
    return creat(path, mode);
}

/* Streams write within the C library, where nothing is seen. */
static FILE *streamed(FILE *stream, const char *mode) {
    int file = stream == NULL || !active ? -1 : fileno(stream);
    if (file >= 0 && strpbrk(mode, "wa+") != NULL) {
        if (strchr(mode, 'w') != NULL) {
            shrunk(file, 0);
        }
        set_opaque(file);
    }
    return stream;
}

EXPORT FILE *fopen(const char *path, const char *mode) {
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    return streamed(real(path, mode), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) {
    FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen64");
    return streamed(real(path, mode), mode);
}

EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream) {
    FILE *(*real)(const char *, const char *, FILE *) = dlsym(RTLD_NEXT, "freopen");
    return streamed(real(path, mode, stream), mode);
}

EXPORT FILE *freopen64(const char *path, const char *mode, FILE *stream) {
    FILE *(*real)(const char *, const char *, FILE *) = dlsym(RTLD_NEXT, "freopen64");
    return streamed(real(path, mode, stream), mode);
}

EXPORT FILE *fdopen(int file, const char *mode) {
    FILE *(*real)(int, const char *) = dlsym(RTLD_NEXT, "fdopen");
    if (active && strpbrk(mode, "wa+") != NULL) {
        set_opaque(file);
    }
    return real(file, mode);
}

EXPORT int fallocate(int file, int mode, off_t from, off_t size) {
    if (active && mode & ~FALLOC_FL_KEEP_SIZE) {
        set_opaque(file);
    }
    return (int)syscall(SYS_fallocate, file, mode, from, size);
}

EXPORT int fallocate64(int file, int mode, off_t from, off_t size) {
    return fallocate(file, mode, from, size);
}

EXPORT ssize_t copy_file_range(int from, off_t *at, int to, off_t *at_to, size_t size, unsigned flags) {
    set_opaque(to);
    return syscall(SYS_copy_file_range, from, at, to, at_to, size, flags);
}

EXPORT ssize_t sendfile(int to, int from, off_t *at, size_t size) {
    set_opaque(to);
    return syscall(SYS_sendfile, to, from, at, size);
}

EXPORT ssize_t sendfile64(int to, int from, off_t *at, size_t size) {
    return sendfile(to, from, at, size);
}

EXPORT ssize_t splice(int from, off_t *at, int to, off_t *at_to, size_t size, unsigned flags) {
    set_opaque(to);
    return syscall(SYS_splice, from, at, to, at_to, size, flags);
}

/* Names change while nobody reads them. */
#define NAMES(call)                                                                                                            \
    if (!active) {                                                                                                             \
        return (int)(call);                                                                                                    \
    }                                                                                                                          \
    enter();                                                                                                                   \
    int result = (int)(call), error = errno;                                                                                   \
    leave();                                                                                                                   \
    errno = error;                                                                                                             \
    return result

EXPORT int rename(const char *from, const char *to) {
    NAMES(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

EXPORT int renameat(int in, const char *from, int into, const char *to) {
    NAMES(syscall(SYS_renameat2, in, from, into, to, 0));
}

EXPORT int renameat2(int in, const char *from, int into, const char *to, unsigned flags) {
    NAMES(syscall(SYS_renameat2, in, from, into, to, flags));
}

EXPORT int link(const char *from, const char *to) {
    NAMES(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

EXPORT int linkat(int in, const char *from, int into, const char *to, int flags) {
    NAMES(syscall(SYS_linkat, in, from, into, to, flags));
}

EXPORT int unlink(const char *path) {
    NAMES(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

EXPORT int unlinkat(int in, const char *path, int flags) {
    NAMES(syscall(SYS_unlinkat, in, path, flags));
}

EXPORT int rmdir(const char *path) {
    NAMES(syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
