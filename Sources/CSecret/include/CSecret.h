#ifndef CSecret_H
#define CSecret_H

/* libsecret (soname 0) and its GLib, loaded on first use: a build does not need them. Every call blocks until the
   Secret Service has responded, and does not allow it to prompt the user. */

enum {
  lk_secret_ok = 0,
  /* There is no such item. */
  lk_secret_missing = 1,
  /* The collection or the item is locked. */
  lk_secret_locked = 2,
  /* There is no library, no bus or no service, or the response is malformed. */
  lk_secret_unreachable = 3
};

/* Keeps a text as the item NAME of VAULT in the default collection. On failure, *message is a text that the caller
   frees. */
int lk_secret_store(const char *vault, const char *name, const char *label, const char *text, char **message);
/* Looks for the items with this name, and returns the text of the one at `index` among those that can be read; the
   caller frees *text and *message. Another program can have an item with the same attributes. If there are fewer items,
   returns lk_secret_locked if a locked one was found, otherwise lk_secret_missing. */
int lk_secret_look_up(const char *vault, const char *name, int index, char **text, char **message);
/* Removes the item NAME of VAULT. */
int lk_secret_clear(const char *vault, const char *name, char **message);
/* Overwrites a text and frees it. Does nothing for null. */
void lk_secret_free(char *text);

#endif
