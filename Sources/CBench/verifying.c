#include "CBench.h"

#include <stdlib.h>

#if defined(__linux__)

#include <openssl/core_names.h>
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

int cbench_check_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *message, size_t count, const uint8_t code[32],
    size_t rounds) {
  EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
  EVP_MAC_CTX *prepared = mac ? EVP_MAC_CTX_new(mac) : NULL;
  char digest[] = "SHA256";
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_END};
  int is_valid = prepared && EVP_MAC_init(prepared, key, key_length, parameters) == 1;
  for (size_t round = 0; is_valid && round < rounds; round++) {
    unsigned char found[32];
    size_t written = 0;
    EVP_MAC_CTX *context = EVP_MAC_CTX_dup(prepared);
    is_valid = context && EVP_MAC_update(context, message, count) == 1 &&
               EVP_MAC_final(context, found, &written, sizeof found) == 1 && CRYPTO_memcmp(found, code, 32) == 0;
    EVP_MAC_CTX_free(context);
  }
  EVP_MAC_CTX_free(prepared);
  EVP_MAC_free(mac);
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

int cbench_check_hmac(
    const uint8_t *key, size_t key_length, const uint8_t *message, size_t count, const uint8_t code[32],
    size_t rounds) {
  (void)key, (void)key_length, (void)message, (void)count, (void)code, (void)rounds;
  return 0;
}

#endif
