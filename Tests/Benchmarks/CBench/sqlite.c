/* SQLite's public interface, version 3: looked up in whatever library is there, as libcurl is. */

#include "CBench.h"
#include "loading.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

#define SQLITE_OK 0
#define SQLITE_ROW 100
#define SQLITE_DONE 101

#if defined(__APPLE__)
#define LIBRARY "libsqlite3.dylib"
#else
#define LIBRARY "libsqlite3.so.0"
#endif

static struct {
  int (*open)(const char *, sqlite3 **);
  int (*close)(sqlite3 *);
  int (*exec)(sqlite3 *, const char *, void *, void *, char **);
  int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
  int (*bind_blob)(sqlite3_stmt *, int, const void *, int, void (*)(void *));
  int (*step)(sqlite3_stmt *);
  const void *(*column_blob)(sqlite3_stmt *, int);
  int (*column_bytes)(sqlite3_stmt *, int);
  int (*finalize)(sqlite3_stmt *);
} sqlite;

static int load(void) {
  if (sqlite.finalize) return 1;
  const cbench_symbol symbols[] = {
    {"sqlite3_open", (void **)&sqlite.open},
    {"sqlite3_close", (void **)&sqlite.close},
    {"sqlite3_exec", (void **)&sqlite.exec},
    {"sqlite3_prepare_v2", (void **)&sqlite.prepare},
    {"sqlite3_bind_blob", (void **)&sqlite.bind_blob},
    {"sqlite3_step", (void **)&sqlite.step},
    {"sqlite3_column_blob", (void **)&sqlite.column_blob},
    {"sqlite3_column_bytes", (void **)&sqlite.column_bytes},
    {"sqlite3_finalize", (void **)&sqlite.finalize},
  };
  return cbench_load(LIBRARY, symbols, sizeof symbols / sizeof symbols[0]);
}

int cbench_sqlite_make(const char *path, const uint8_t *bytes, size_t count) {
  if (!load()) return 0;
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  int good = sqlite.open(path, &database) == SQLITE_OK
    && sqlite.exec(database, "CREATE TABLE session (id TEXT PRIMARY KEY, value BLOB)", NULL, NULL, NULL) == SQLITE_OK
    && sqlite.prepare(database, "INSERT INTO session VALUES ('one', ?)", -1, &statement, NULL) == SQLITE_OK
    && sqlite.bind_blob(statement, 1, bytes, (int)count, NULL) == SQLITE_OK && sqlite.step(statement) == SQLITE_DONE;
  if (statement) sqlite.finalize(statement);
  if (database) sqlite.close(database);
  return good;
}

int cbench_sqlite_get(const char *path, size_t count, size_t rounds) {
  if (!load()) return 0;
  for (size_t round = 0; round < rounds; round++) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    int good = sqlite.open(path, &database) == SQLITE_OK
      && sqlite.prepare(database, "SELECT value FROM session WHERE id = 'one'", -1, &statement, NULL) == SQLITE_OK
      && sqlite.step(statement) == SQLITE_ROW && sqlite.column_bytes(statement, 0) == (int)count;
    if (good) {
      void *copy = malloc(count);
      good = copy != NULL;
      if (copy) memcpy(copy, sqlite.column_blob(statement, 0), count);
      free(copy);
    }
    if (statement) sqlite.finalize(statement);
    if (database) sqlite.close(database);
    if (!good) return 0;
  }
  return 1;
}
