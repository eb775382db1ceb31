/* With the trait SwiftCrypto, the package builds without OpenSSL's headers. */
#if defined(__linux__) && __has_include(<openssl/crypto.h>)

#include <openssl/crypto.h>

/* By default, OpenSSL frees its data in `exit()` while other threads continue. A thread that ends at that moment, as the
 * transport's does, would free the same memory again. The option has to be set before any other call of the library,
 * and so in a constructor. The system reclaims the memory (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT). */
__attribute__((constructor)) static void lk_leave_exit_alone(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

#endif
