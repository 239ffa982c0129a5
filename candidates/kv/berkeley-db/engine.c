/* Berkeley DB as an engine of wirecost's front (docs/kv.md, "An engine in C"), as MemcacheDB used it: a B-tree with
 * transactions, each write one of its own. The variant "nosync" is MemcacheDB's option -N. */
#include <db.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*found_t)(void *context, const unsigned char *entry, size_t bytes);

/* MemcacheDB's -L 8192, kilobytes. */
#define LOG_BUFFER_BYTES (8192u << 10)
/* Written pages go to the file and old logs away this often. MemcacheDB did so every five minutes. */
#define CHECKPOINT_KBYTES (64u << 10)
#define WRITES_BETWEEN_LOOKS 4096

static char message[256];
static DB_ENV *environment;
static unsigned writes;

const char *engine_error(void) {
    return message;
}

static int failed(int code) {
    snprintf(message, sizeof message, "Berkeley DB: %s", db_strerror(code));
    return -1;
}

/* The options are the variant and the size of the cache in mebibytes. */
void *engine_open(const char *folder, const char *options) {
    unsigned megabytes = 64;
    char variant[16] = "";
    DB *store = NULL;
    int code;
    sscanf(options, "%15s %u", variant, &megabytes);
    if ((code = db_env_create(&environment, 0)) != 0) {
        failed(code);
        return NULL;
    }
    environment->set_cachesize(environment, megabytes >> 10, (megabytes & 1023) << 20, 1);
    environment->set_lg_bsize(environment, LOG_BUFFER_BYTES);
    environment->set_lg_max(environment, 4 * LOG_BUFFER_BYTES);
    environment->log_set_config(environment, DB_LOG_AUTO_REMOVE, 1);
    if (strcmp(variant, "nosync") == 0) {
        environment->set_flags(environment, DB_TXN_NOSYNC, 1);
    }
    code = environment->open(environment, folder,
                             DB_CREATE | DB_INIT_LOCK | DB_INIT_LOG | DB_INIT_MPOOL | DB_INIT_TXN | DB_RECOVER, 0600);
    if (code == 0) {
        code = db_create(&store, environment, 0);
    }
    if (code == 0) {
        code = store->open(store, NULL, "data.db", NULL, DB_BTREE, DB_CREATE | DB_AUTO_COMMIT, 0600);
    }
    if (code != 0) {
        failed(code);
        return NULL;
    }
    return store;
}

static DBT thing(const unsigned char *bytes, size_t count) {
    DBT thing;
    memset(&thing, 0, sizeof thing);
    thing.data = (void *)bytes;
    thing.size = (u_int32_t)count;
    return thing;
}

int engine_get(void *opened, const unsigned char *key, size_t key_bytes, found_t found, void *context) {
    DB *store = opened;
    DBT wanted = thing(key, key_bytes), entry = thing(NULL, 0);
    int code = store->get(store, NULL, &wanted, &entry, 0);
    if (code == DB_NOTFOUND) {
        return 0;
    }
    if (code != 0) {
        return failed(code);
    }
    found(context, entry.data, entry.size);
    return 1;
}

int engine_set(void *opened, const unsigned char *key, size_t key_bytes, const unsigned char *bytes, size_t count) {
    DB *store = opened;
    DBT wanted = thing(key, key_bytes), entry = thing(bytes, count);
    int code = store->put(store, NULL, &wanted, &entry, 0);
    if (code == 0 && ++writes % WRITES_BETWEEN_LOOKS == 0) {
        code = environment->txn_checkpoint(environment, CHECKPOINT_KBYTES, 0, 0);
    }
    return code == 0 ? 1 : failed(code);
}

int engine_delete(void *opened, const unsigned char *key, size_t key_bytes) {
    DB *store = opened;
    DBT wanted = thing(key, key_bytes);
    int code = store->del(store, NULL, &wanted, 0);
    return code == 0 ? 1 : code == DB_NOTFOUND ? 0 : failed(code);
}

int engine_clear(void *opened) {
    DB *store = opened;
    u_int32_t count;
    int code = store->truncate(store, NULL, &count, DB_AUTO_COMMIT);
    return code == 0 ? 1 : failed(code);
}
