/* Tokyo Cabinet's hash database as an engine of wirecost's front (docs/kv.md, "An engine in C"). */
#include <stdio.h>
#include <stdlib.h>
#include <tchdb.h>

typedef void (*found_t)(void *context, const unsigned char *entry, size_t bytes);

static char message[256];

const char *engine_error(void) {
    return message;
}

static int failed(TCHDB *store) {
    snprintf(message, sizeof message, "Tokyo Cabinet: %s", tchdberrmsg(tchdbecode(store)));
    return -1;
}

/* The options are the number of buckets. */
void *engine_open(const char *folder, const char *options) {
    char path[4096];
    TCHDB *store = tchdbnew();
    snprintf(path, sizeof path, "%s/casket.tch", folder);
    tchdbtune(store, atoll(options), -1, -1, 0);
    if (tchdbopen(store, path, HDBOWRITER | HDBOCREAT)) {
        return store;
    }
    failed(store);
    tchdbdel(store);
    return NULL;
}

int engine_get(void *store, const unsigned char *key, size_t key_bytes, found_t found, void *context) {
    int bytes;
    unsigned char *entry = tchdbget(store, key, (int)key_bytes, &bytes);
    if (entry == NULL) {
        return tchdbecode(store) == TCENOREC ? 0 : failed(store);
    }
    found(context, entry, (size_t)bytes);
    free(entry);
    return 1;
}

int engine_set(void *store, const unsigned char *key, size_t key_bytes, const unsigned char *entry, size_t bytes) {
    return tchdbput(store, key, (int)key_bytes, entry, (int)bytes) ? 1 : failed(store);
}

int engine_delete(void *store, const unsigned char *key, size_t key_bytes) {
    if (tchdbout(store, key, (int)key_bytes)) {
        return 1;
    }
    return tchdbecode(store) == TCENOREC ? 0 : failed(store);
}

int engine_clear(void *store) {
    return tchdbvanish(store) ? 1 : failed(store);
}
