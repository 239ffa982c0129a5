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
        /* A store that is killed meanwhile leaves blocks without a mark that are not copied yet. */
        __atomic_store_n(&marks->syncing, 1, __ATOMIC_SEQ_CST);
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
        __atomic_store_n(&marks->syncing, 0, __ATOMIC_SEQ_CST);
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
