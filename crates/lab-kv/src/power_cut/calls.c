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
