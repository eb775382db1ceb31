#include "CBench.h"

#include <stdlib.h>

#if defined(__linux__)

#include <openssl/ec.h>
#include <openssl/evp.h>

struct cbench_signer {
  EVP_PKEY *key;
  EVP_PKEY_CTX *prepared;
  EVP_MD *digest;
};

cbench_signer *cbench_signer_new(void) {
  cbench_signer *signer = calloc(1, sizeof *signer);
  if (!signer) return NULL;
  signer->key = EVP_EC_gen("P-256");
  signer->digest = EVP_MD_fetch(NULL, "SHA256", NULL);
  if (signer->key) signer->prepared = EVP_PKEY_CTX_new_from_pkey(NULL, signer->key, NULL);
  if (!signer->digest || !signer->prepared || EVP_PKEY_sign_init(signer->prepared) != 1) {
    cbench_signer_free(signer);
    return NULL;
  }
  return signer;
}

void cbench_signer_free(cbench_signer *signer) {
  if (!signer) return;
  EVP_PKEY_CTX_free(signer->prepared);
  EVP_MD_free(signer->digest);
  EVP_PKEY_free(signer->key);
  free(signer);
}

int cbench_sign(cbench_signer *signer, const uint8_t *body, size_t count, size_t rounds) {
  unsigned char hash[32], signature[144];
  for (size_t round = 0; round < rounds; round++) {
    unsigned int length = 0;
    size_t written = sizeof signature;
    if (EVP_Digest(body, count, hash, &length, signer->digest, NULL) != 1) return 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(signer->prepared);
    int signed_ = context && EVP_PKEY_sign(context, signature, &written, hash, length) == 1;
    EVP_PKEY_CTX_free(context);
    if (!signed_) return 0;
  }
  return 1;
}

#else

cbench_signer *cbench_signer_new(void) { return NULL; }
void cbench_signer_free(cbench_signer *signer) { (void)signer; }
int cbench_sign(cbench_signer *signer, const uint8_t *body, size_t count, size_t rounds) {
  (void)signer, (void)body, (void)count, (void)rounds;
  return 0;
}

#endif
