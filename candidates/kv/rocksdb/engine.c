/* RocksDB as an engine of wirecost's front (docs/kv.md, "An engine in C"). */
#include <rocksdb/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*found_t)(void *context, const unsigned char *entry, size_t bytes);

static char message[256];
static rocksdb_readoptions_t *reading;
static rocksdb_writeoptions_t *writing;

const char *engine_error(void) {
    return message;
}

static int failed(char *reason) {
    snprintf(message, sizeof message, "RocksDB: %s", reason);
    rocksdb_free(reason);
    return -1;
}

/* The options are the variant. Without "sync", the log of writes has each write before its answer, in the system's memory. */
void *engine_open(const char *folder, const char *options) {
    char path[4096], *reason = NULL;
    rocksdb_options_t *opening = rocksdb_options_create();
    snprintf(path, sizeof path, "%s/rocksdb", folder);
    rocksdb_options_set_create_if_missing(opening, 1);
    reading = rocksdb_readoptions_create();
    writing = rocksdb_writeoptions_create();
    rocksdb_writeoptions_set_sync(writing, strcmp(options, "sync") == 0);
    rocksdb_t *store = rocksdb_open(opening, path, &reason);
    rocksdb_options_destroy(opening);
    if (reason != NULL) {
        failed(reason);
        return NULL;
    }
    return store;
}

/* Shows an entry where it is. */
static int get(rocksdb_t *store, const char *key, size_t key_bytes, found_t found, void *context) {
    char *reason = NULL;
    rocksdb_pinnableslice_t *slice = rocksdb_get_pinned(store, reading, key, key_bytes, &reason);
    if (reason != NULL) {
        return failed(reason);
    }
    if (slice == NULL) {
        return 0;
    }
    size_t bytes;
    const char *entry = rocksdb_pinnableslice_value(slice, &bytes);
    if (found != NULL) {
        found(context, (const unsigned char *)entry, bytes);
    }
    rocksdb_pinnableslice_destroy(slice);
    return 1;
}

int engine_get(void *store, const unsigned char *key, size_t key_bytes, found_t found, void *context) {
    return get(store, (const char *)key, key_bytes, found, context);
}

int engine_set(void *store, const unsigned char *key, size_t key_bytes, const unsigned char *entry, size_t bytes) {
    char *reason = NULL;
    rocksdb_put(store, writing, (const char *)key, key_bytes, (const char *)entry, bytes, &reason);
    return reason == NULL ? 1 : failed(reason);
}

/* Deleting says nothing of what was there. */
int engine_delete(void *store, const unsigned char *key, size_t key_bytes) {
    char *reason = NULL;
    int is_there = get(store, (const char *)key, key_bytes, NULL, NULL);
    if (is_there <= 0) {
        return is_there;
    }
    rocksdb_delete(store, writing, (const char *)key, key_bytes, &reason);
    return reason == NULL ? 1 : failed(reason);
}

int engine_clear(void *store) {
    rocksdb_iterator_t *keys = rocksdb_create_iterator(store, reading);
    char *reason = NULL;
    for (rocksdb_iter_seek_to_first(keys); rocksdb_iter_valid(keys) && reason == NULL; rocksdb_iter_next(keys)) {
        size_t bytes;
        const char *key = rocksdb_iter_key(keys, &bytes);
        rocksdb_delete(store, writing, key, bytes, &reason);
    }
    rocksdb_iter_destroy(keys);
    return reason == NULL ? 1 : failed(reason);
}
