#ifndef LATCHKEY_CBENCH_H
#define LATCHKEY_CBENCH_H

#include <stddef.h>
#include <stdint.h>

/* What benchmarks are measured against and by: loops in C that do the least that has to be done, and a count of the
   calls to the memory allocator. */

/* Whether allocations are counted here: with glibc, and without a sanitizer, which has an allocator of its own. */
int cbench_counts_allocations(void);

/* How often the calling thread has asked for memory, by malloc, calloc, realloc, aligned_alloc or posix_memalign. */
uint64_t cbench_allocations(void);

/* The calling thread's time on a processor, in seconds: other processes do not count. */
double cbench_thread_seconds(void);

/* A clock that only goes forward, in seconds: what waits for a disk takes no time on a processor. */
double cbench_wall_seconds(void);

/* A P-256 key that is ready to sign, as a C program would hold it; NULL where there is no OpenSSL. */
typedef struct cbench_signer cbench_signer;
cbench_signer *cbench_signer_new(void);
void cbench_signer_free(cbench_signer *signer);

/* Signs the SHA-256 digest of the `count` bytes at `body`, `rounds` times: digest, duplicate of the prepared context,
   signature in DER, and nothing else. Returns 1, or 0 when OpenSSL fails. */
int cbench_sign(cbench_signer *signer, const uint8_t *body, size_t count, size_t rounds);

/* A P-256 public key, from SPKI, that is ready to verify; NULL where there is no OpenSSL. */
typedef struct cbench_verifier cbench_verifier;
cbench_verifier *cbench_verifier_new(const uint8_t *spki, size_t count);
void cbench_verifier_free(cbench_verifier *verifier);

/* Verifies a DER signature over the SHA-256 digest of the `count` bytes at `message`, `rounds` times: digest, duplicate
   of the prepared context, verification, and nothing else. Returns 1, or 0 when one does not verify. */
int cbench_verify(
    cbench_verifier *verifier, const uint8_t *message, size_t count, const uint8_t *signature, size_t length,
    size_t rounds);

/* A key of at most 64 bytes that is ready for HMAC-SHA-256; NULL where there is no OpenSSL. One thread's at a time. */
typedef struct cbench_mac cbench_mac;
cbench_mac *cbench_mac_new(const uint8_t *key, size_t length);
void cbench_mac_free(cbench_mac *mac);

/* HMAC-SHA-256 of a message. Returns 1, or 0 when OpenSSL fails. */
int cbench_mac_code(cbench_mac *mac, const uint8_t *message, size_t count, uint8_t code[32]);

/* Checks HMAC-SHA-256 of a message `rounds` times, with a key that was prepared once: digests, comparison, and nothing
   else. Returns 1, or 0 when one differs or where there is no OpenSSL. */
int cbench_check_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *message, size_t count, const uint8_t code[32],
    size_t rounds);

/* Reads a pointer under a mutex, `rounds` times. */
void cbench_read_locked(size_t rounds);

/* Puts `count` bytes in the place of the file `floor` in a directory, `rounds` times: written aside, synchronised, renamed,
   the directory synchronised, and nothing else. Returns 1, or 0 when a call fails. */
int cbench_save(const char *directory, const uint8_t *bytes, size_t count, size_t rounds);

/* Keeps one connection to a server and sends one header with each request, as a program does that has both; NULL where
   there is no libcurl, which is looked for at run time. */
typedef struct cbench_client cbench_client;
cbench_client *cbench_client_new(const char *url, const char *header);
void cbench_client_free(cbench_client *client);

/* Gets the client's URL `rounds` times, one after the other. Returns 1, or 0 when one is not answered with 200. */
int cbench_get(cbench_client *client, size_t rounds);

/* A server on 127.0.0.1 that answers 200 to requests with this Authorization header and 401 to others; NULL where there
   is no libmicrohttpd, which is looked for at run time. */
typedef struct cbench_server cbench_server;
cbench_server *cbench_server_new(const char *authorization);
uint16_t cbench_server_port(const cbench_server *server);
void cbench_server_free(cbench_server *server);

/* Makes a database at `path` with one value. Returns 1, or 0 when it cannot be made or there is no SQLite here, which is
   looked for at run time. */
int cbench_sqlite_make(const char *path, const uint8_t *bytes, size_t count);

/* Opens the database, gets a copy of its value and closes it, `rounds` times. Returns 1, or 0 when a call fails or the value
   has not `count` bytes. */
int cbench_sqlite_get(const char *path, size_t count, size_t rounds);

/* Checks a token of HS256 `rounds` times as a verifier does: three parts of base64url, two texts of JSON read strictly,
   header, code, times, issuer, audience. Returns 1, or 0 when it is refused or where there is no OpenSSL. */
int cbench_check_token(
    const uint8_t *key, size_t key_length, const uint8_t *token, size_t count, const char *issuer,
    const char *audience, double now, size_t rounds);

#endif
