#ifndef CSecret_H
#define CSecret_H

/* libsecret (soname 0) and the GLib that it comes with, loaded on first use: nothing of them is needed to build. Every
   call blocks until the Secret Service has answered, and no call lets it ask the user. */

enum {
  lk_secret_ok = 0,
  /* There is no such item. */
  lk_secret_missing = 1,
  /* The collection or the item is locked. */
  lk_secret_locked = 2,
  /* No library, no bus, no service, or an answer that makes no sense. */
  lk_secret_unreachable = 3
};

/* Keeps a text as the item NAME of VAULT in the default collection. On failure *message is a text to be freed. */
int lk_secret_store(const char *vault, const char *name, const char *label, const char *text, char **message);
/* Looks for the items with this name, and returns the text of the one at `index` among those that can be read; *text and
   *message are texts to be freed. Another program can keep an item with the same attributes. If there are fewer items:
   lk_secret_locked when a locked one was found, otherwise lk_secret_missing. */
int lk_secret_look_up(const char *vault, const char *name, int index, char **text, char **message);
/* Removes it. */
int lk_secret_clear(const char *vault, const char *name, char **message);
/* Overwrites a text and frees it; nothing for null. */
void lk_secret_free(char *text);

#endif
