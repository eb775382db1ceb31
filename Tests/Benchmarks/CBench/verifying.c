#include "CBench.h"

#include <stdlib.h>

#if defined(__linux__)

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

struct cbench_verifier {
  EVP_PKEY *key;
  EVP_PKEY_CTX *prepared;
  EVP_MD *digest;
};

cbench_verifier *cbench_verifier_new(const uint8_t *spki, size_t count) {
  cbench_verifier *verifier = calloc(1, sizeof *verifier);
  if (!verifier) return NULL;
  const unsigned char *bytes = spki;
  verifier->key = d2i_PUBKEY(NULL, &bytes, (long)count);
  verifier->digest = EVP_MD_fetch(NULL, "SHA256", NULL);
  if (verifier->key) verifier->prepared = EVP_PKEY_CTX_new_from_pkey(NULL, verifier->key, NULL);
  if (!verifier->digest || !verifier->prepared || EVP_PKEY_verify_init(verifier->prepared) != 1) {
    cbench_verifier_free(verifier);
    return NULL;
  }
  return verifier;
}

void cbench_verifier_free(cbench_verifier *verifier) {
  if (!verifier) return;
  EVP_PKEY_CTX_free(verifier->prepared);
  EVP_MD_free(verifier->digest);
  EVP_PKEY_free(verifier->key);
  free(verifier);
}

int cbench_verify(
    cbench_verifier *verifier, const uint8_t *message, size_t count, const uint8_t *signature, size_t length,
    size_t rounds) {
  unsigned char hash[32];
  for (size_t round = 0; round < rounds; round++) {
    unsigned int written = 0;
    if (EVP_Digest(message, count, hash, &written, verifier->digest, NULL) != 1) return 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(verifier->prepared);
    int is_valid = context && EVP_PKEY_verify(context, signature, length, hash, written) == 1;
    EVP_PKEY_CTX_free(context);
    if (!is_valid) return 0;
  }
  return 1;
}

struct cbench_mac {
  /* SHA-256 that has taken in the key's block, once for the message and once for its digest (RFC 2104 §2). */
  EVP_MD_CTX *inner, *outer;
  EVP_MD_CTX *scratch;
};

static EVP_MD_CTX *keyed(const uint8_t *key, size_t length, uint8_t padding) {
  uint8_t block[64];
  for (size_t index = 0; index < sizeof block; index++) block[index] = (index < length ? key[index] : 0) ^ padding;
  EVP_MD *digest = EVP_MD_fetch(NULL, "SHA256", NULL);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int is_ready = digest && context && EVP_DigestInit_ex(context, digest, NULL) == 1 &&
                 EVP_DigestUpdate(context, block, sizeof block) == 1;
  OPENSSL_cleanse(block, sizeof block);
  EVP_MD_free(digest);
  if (is_ready) return context;
  EVP_MD_CTX_free(context);
  return NULL;
}

cbench_mac *cbench_mac_new(const uint8_t *key, size_t length) {
  cbench_mac *mac = calloc(1, sizeof *mac);
  if (!mac || length > 64) return free(mac), NULL;
  mac->inner = keyed(key, length, 0x36);
  mac->outer = keyed(key, length, 0x5C);
  mac->scratch = EVP_MD_CTX_new();
  if (mac->inner && mac->outer && mac->scratch) return mac;
  cbench_mac_free(mac);
  return NULL;
}

void cbench_mac_free(cbench_mac *mac) {
  if (!mac) return;
  EVP_MD_CTX_free(mac->inner);
  EVP_MD_CTX_free(mac->outer);
  EVP_MD_CTX_free(mac->scratch);
  free(mac);
}

int cbench_mac_code(cbench_mac *mac, const uint8_t *message, size_t count, uint8_t code[32]) {
  uint8_t digest[32];
  return EVP_MD_CTX_copy_ex(mac->scratch, mac->inner) == 1 && EVP_DigestUpdate(mac->scratch, message, count) == 1 &&
         EVP_DigestFinal_ex(mac->scratch, digest, NULL) == 1 && EVP_MD_CTX_copy_ex(mac->scratch, mac->outer) == 1 &&
         EVP_DigestUpdate(mac->scratch, digest, sizeof digest) == 1 &&
         EVP_DigestFinal_ex(mac->scratch, code, NULL) == 1;
}

int cbench_check_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *message, size_t count, const uint8_t code[32],
    size_t rounds) {
  cbench_mac *mac = cbench_mac_new(key, key_length);
  int is_valid = mac != NULL;
  for (size_t round = 0; is_valid && round < rounds; round++) {
    uint8_t found[32];
    is_valid = cbench_mac_code(mac, message, count, found) && CRYPTO_memcmp(found, code, sizeof found) == 0;
  }
  cbench_mac_free(mac);
  return is_valid;
}

#else

cbench_verifier *cbench_verifier_new(const uint8_t *spki, size_t count) {
  (void)spki, (void)count;
  return NULL;
}

void cbench_verifier_free(cbench_verifier *verifier) { (void)verifier; }

int cbench_verify(
    cbench_verifier *verifier, const uint8_t *message, size_t count, const uint8_t *signature, size_t length,
    size_t rounds) {
  (void)verifier, (void)message, (void)count, (void)signature, (void)length, (void)rounds;
  return 0;
}

cbench_mac *cbench_mac_new(const uint8_t *key, size_t length) {
  (void)key, (void)length;
  return NULL;
}

void cbench_mac_free(cbench_mac *mac) { (void)mac; }

int cbench_mac_code(cbench_mac *mac, const uint8_t *message, size_t count, uint8_t code[32]) {
  (void)mac, (void)message, (void)count, (void)code;
  return 0;
}

int cbench_check_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *message, size_t count, const uint8_t code[32],
    size_t rounds) {
  (void)key, (void)key_length, (void)message, (void)count, (void)code, (void)rounds;
  return 0;
}

#endif
