#if defined(__linux__)

#include <openssl/crypto.h>

/* By default OpenSSL takes itself down in `exit()`, while other threads continue: one that ends in that moment, as the
 * transport's does, frees what has just been freed. This must be said before anything else calls the library, hence a
 * constructor. The system takes the memory back (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT). */
__attribute__((constructor)) static void lk_leave_exit_alone(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

#endif
