#include "CSecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From the headers of GLib 2 and libsecret 1: parts of their stable ABIs. */
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} gerror;

typedef struct {
  const char *name;
  int flags;
  struct {
    const char *name;
    int type;
  } attributes[32];
  int reserved;
  void *reserved1, *reserved2, *reserved3, *reserved4, *reserved5, *reserved6, *reserved7;
} schema;

typedef struct list {
  void *data;
  struct list *next, *previous;
} list;

enum { bus_session = 2, service_none = 0, search_all = 1 << 1, search_load_secrets = 1 << 3, error_is_locked = 2 };

static struct {
  void *(*bus_get_sync)(int, void *, gerror **);
  void (*set_exit_on_close)(void *, int);
  void (*object_unref)(void *);
  void (*error_free)(gerror *);
  void (*list_free_full)(list *, void (*)(void *));
  void *(*hash_table_new)(unsigned (*)(const void *), int (*)(const void *, const void *));
  int (*hash_table_insert)(void *, const void *, const void *);
  void (*hash_table_unref)(void *);
  unsigned (*str_hash)(const void *);
  int (*str_equal)(const void *, const void *);
  uint32_t (*error_get_quark)(void);
  void *(*service_get_sync)(int, void *, gerror **);
  list *(*service_search_sync)(void *, const schema *, void *, int, void *, gerror **);
  void *(*collection_for_alias_sync)(void *, const char *, int, void *, gerror **);
  int (*collection_get_locked)(void *);
  int (*item_get_locked)(void *);
  void *(*item_get_secret)(void *);
  const char *(*value_get_text)(void *);
  void (*value_unref)(void *);
  int (*password_storev_sync)(const schema *, void *, const char *, const char *, const char *, void *, gerror **);
  int (*password_clearv_sync)(const schema *, void *, void *, gerror **);
} lib;

static const schema key_schema = {
    .name = "com.latchkey.WrappingKey", .flags = 0, .attributes = {{"vault", 0}, {"name", 0}, {NULL, 0}}};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *load_error = NULL;

static void load(void) {
  struct {
    void **function;
    const char *library, *name;
  } all[] = {
      {(void **)&lib.bus_get_sync, "libgio-2.0.so.0", "g_bus_get_sync"},
      {(void **)&lib.set_exit_on_close, "libgio-2.0.so.0", "g_dbus_connection_set_exit_on_close"},
      {(void **)&lib.object_unref, "libgobject-2.0.so.0", "g_object_unref"},
      {(void **)&lib.error_free, "libglib-2.0.so.0", "g_error_free"},
      {(void **)&lib.list_free_full, "libglib-2.0.so.0", "g_list_free_full"},
      {(void **)&lib.hash_table_new, "libglib-2.0.so.0", "g_hash_table_new"},
      {(void **)&lib.hash_table_insert, "libglib-2.0.so.0", "g_hash_table_insert"},
      {(void **)&lib.hash_table_unref, "libglib-2.0.so.0", "g_hash_table_unref"},
      {(void **)&lib.str_hash, "libglib-2.0.so.0", "g_str_hash"},
      {(void **)&lib.str_equal, "libglib-2.0.so.0", "g_str_equal"},
      {(void **)&lib.error_get_quark, "libsecret-1.so.0", "secret_error_get_quark"},
      {(void **)&lib.service_get_sync, "libsecret-1.so.0", "secret_service_get_sync"},
      {(void **)&lib.service_search_sync, "libsecret-1.so.0", "secret_service_search_sync"},
      {(void **)&lib.collection_for_alias_sync, "libsecret-1.so.0", "secret_collection_for_alias_sync"},
      {(void **)&lib.collection_get_locked, "libsecret-1.so.0", "secret_collection_get_locked"},
      {(void **)&lib.item_get_locked, "libsecret-1.so.0", "secret_item_get_locked"},
      {(void **)&lib.item_get_secret, "libsecret-1.so.0", "secret_item_get_secret"},
      {(void **)&lib.value_get_text, "libsecret-1.so.0", "secret_value_get_text"},
      {(void **)&lib.value_unref, "libsecret-1.so.0", "secret_value_unref"},
      {(void **)&lib.password_storev_sync, "libsecret-1.so.0", "secret_password_storev_sync"},
      {(void **)&lib.password_clearv_sync, "libsecret-1.so.0", "secret_password_clearv_sync"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    void *library = dlopen(all[i].library, RTLD_NOW | RTLD_LOCAL);
    if (!library || !(*all[i].function = dlsym(library, all[i].name))) {
      load_error = "libsecret-1.so.0 could not be loaded; install libsecret (Debian: libsecret-1-0)";
      return;
    }
  }
}

/* Moves the message out of an error, and returns the kind of the error. */
static int failed(gerror *error, const char *otherwise, char **message) {
  int is_locked = error && error->domain == lib.error_get_quark() && error->code == error_is_locked;
  *message = strdup(error && error->message ? error->message : otherwise);
  if (error) lib.error_free(error);
  return is_locked ? lk_secret_locked : lk_secret_unreachable;
}

/* The service; NULL with a message if the service is not available. By default, a connection to a bus ends the process
   when the bus goes away; this one does not. */
static void *service(char **message, int *code) {
  *message = NULL;
  pthread_once(&once, load);
  if (load_error) {
    *message = strdup(load_error);
    *code = lk_secret_unreachable;
    return NULL;
  }
  gerror *error = NULL;
  void *bus = lib.bus_get_sync(bus_session, NULL, &error);
  if (!bus) {
    *code = failed(error, "there is no session bus", message);
    return NULL;
  }
  lib.set_exit_on_close(bus, 0);
  lib.object_unref(bus);
  void *service = lib.service_get_sync(service_none, NULL, &error);
  if (!service) *code = failed(error, "there is no Secret Service", message);
  return service;
}

static void *attributes(const char *vault, const char *name) {
  void *table = lib.hash_table_new(lib.str_hash, lib.str_equal);
  lib.hash_table_insert(table, "vault", vault);
  lib.hash_table_insert(table, "name", name);
  return table;
}

int lk_secret_store(const char *vault, const char *name, const char *label, const char *text, char **message) {
  int code = lk_secret_ok;
  void *secrets = service(message, &code);
  if (!secrets) return code;
  gerror *error = NULL;
  void *collection = lib.collection_for_alias_sync(secrets, "default", 0, NULL, &error);
  lib.object_unref(secrets);
  if (!collection) return failed(error, "there is no default keyring", message);
  int is_locked = lib.collection_get_locked(collection);
  lib.object_unref(collection);
  if (is_locked) return lk_secret_locked;
  void *table = attributes(vault, name);
  if (!lib.password_storev_sync(&key_schema, table, "default", label, text, NULL, &error))
    code = failed(error, "the keyring did not store it", message);
  lib.hash_table_unref(table);
  return code;
}

int lk_secret_look_up(const char *vault, const char *name, int index, char **text, char **message) {
  int code = lk_secret_missing;
  *text = NULL;
  void *secrets = service(message, &code);
  if (!secrets) return code;
  gerror *error = NULL;
  void *table = attributes(vault, name);
  list *items = lib.service_search_sync(secrets, &key_schema, table, search_all | search_load_secrets, NULL, &error);
  lib.hash_table_unref(table);
  lib.object_unref(secrets);
  if (error) return failed(error, "the keyring did not answer", message);
  /* The search also finds locked items, whose secrets would look like missing ones. */
  for (list *item = items; item && code != lk_secret_ok; item = item->next) {
    if (lib.item_get_locked(item->data)) {
      code = lk_secret_locked;
      continue;
    }
    void *value = lib.item_get_secret(item->data);
    if (!value) continue;
    const char *found = lib.value_get_text(value);
    if (found && index-- == 0 && (*text = strdup(found))) code = lk_secret_ok;
    lib.value_unref(value);
  }
  lib.list_free_full(items, lib.object_unref);
  return code;
}

int lk_secret_clear(const char *vault, const char *name, char **message) {
  int code = lk_secret_ok;
  void *secrets = service(message, &code);
  if (!secrets) return code;
  lib.object_unref(secrets);
  gerror *error = NULL;
  void *table = attributes(vault, name);
  lib.password_clearv_sync(&key_schema, table, NULL, &error);
  lib.hash_table_unref(table);
  return error ? failed(error, "the keyring did not remove it", message) : lk_secret_ok;
}

void lk_secret_free(char *text) {
  if (!text) return;
  for (volatile char *c = text; *c; c++) *c = 0;
  free(text);
}
