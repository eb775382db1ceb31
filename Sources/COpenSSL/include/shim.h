/* The parts of OpenSSL 3 that Swift does not import, and the code that must not be written in Swift.
 *
 * An OSSL_PARAM keeps the *pointer* to its key name, but a Swift string argument is temporary. Therefore all code that
 * builds parameters is here, with literals. A function that fails frees every object that it has built. */
#ifndef LATCHKEY_COPENSSL_SHIM_H
#define LATCHKEY_COPENSSL_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <string.h>

enum { LK_MAX_SCALAR = 66, LK_RSA_PARTS = 8, LK_RSA_MAX_PART = 1024 };

/* Parameters contain numbers in the machine's byte order. */
static inline void lk_native(unsigned char *native, const unsigned char *big_endian, size_t count) {
  for (size_t i = 0; i < count; i++) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    native[i] = big_endian[i];
#else
    native[count - 1 - i] = big_endian[i];
#endif
  }
}

/* The key described by `params`, or NULL. */
static inline EVP_PKEY *lk_pkey_from_params(const char *type, int is_private, OSSL_PARAM *params) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (ctx && EVP_PKEY_fromdata_init(ctx) == 1)
    EVP_PKEY_fromdata(ctx, &key, is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
  EVP_PKEY_CTX_free(ctx);
  return key;
}

/* Whether the public half is a point of the curve other than infinity, which `fromdata` accepts. */
static inline int lk_pkey_public_is_sound(EVP_PKEY *key) {
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
  int ok = ctx && EVP_PKEY_public_check_quick(ctx) == 1;
  EVP_PKEY_CTX_free(ctx);
  return ok;
}

/* A public key from a SEC 1 point. The caller has checked length and first byte. */
static inline EVP_PKEY *lk_ec_public(const char *group, const unsigned char *point, size_t count) {
  OSSL_PARAM params[3] = {
    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
    OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
    OSSL_PARAM_construct_end(),
  };
  EVP_PKEY *key = lk_pkey_from_params("EC", 0, params);
  if (key && !lk_pkey_public_is_sound(key)) {
    EVP_PKEY_free(key);
    key = NULL;
  }
  return key;
}

/* Computes the uncompressed public point of a big-endian scalar. Returns 0 if the scalar is not in 1..<order. */
static inline int lk_ec_derive_public(const EC_GROUP *group, const unsigned char *scalar, size_t count,
                                      unsigned char *point, size_t capacity) {
  int ok = 0;
  BIGNUM *d = BN_secure_new();
  EC_POINT *q = EC_POINT_new(group);
  if (d && q && BN_bin2bn(scalar, (int)count, d)) {
    BN_set_flags(d, BN_FLG_CONSTTIME);
    if (!BN_is_zero(d) && BN_cmp(d, EC_GROUP_get0_order(group)) < 0 && EC_POINT_mul(group, q, d, NULL, NULL, NULL) == 1)
      ok = EC_POINT_point2oct(group, q, POINT_CONVERSION_UNCOMPRESSED, point, capacity, NULL) == capacity;
  }
  EC_POINT_free(q);
  BN_clear_free(d);
  return ok;
}

/* A key pair of a big-endian scalar and the point that was derived from it. */
static inline EVP_PKEY *lk_ec_pair(const char *group, const unsigned char *point, size_t point_count,
                                   const unsigned char *scalar, size_t scalar_count) {
  unsigned char native[LK_MAX_SCALAR];
  if (scalar_count > sizeof native) return NULL;
  lk_native(native, scalar, scalar_count);
  OSSL_PARAM params[4] = {
    OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
    OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, point_count),
    OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, scalar_count),
    OSSL_PARAM_construct_end(),
  };
  EVP_PKEY *key = lk_pkey_from_params("EC", 1, params);
  OPENSSL_cleanse(native, sizeof native);
  return key;
}

/* Generates a key pair. */
static inline EVP_PKEY *lk_ec_generate(const char *group) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  if (ctx && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_group_name(ctx, group) == 1)
    EVP_PKEY_generate(ctx, &key);
  EVP_PKEY_CTX_free(ctx);
  return key;
}

/* Writes the uncompressed point of a key. Returns 0 if it does not fit into `count` bytes. */
static inline int lk_ec_public_point(EVP_PKEY *key, const EC_GROUP *group, unsigned char *point, size_t count) {
  unsigned char raw[1 + 2 * LK_MAX_SCALAR];
  size_t length = 0;
  int ok = 0;
  EC_POINT *q = EC_POINT_new(group);
  if (q && EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, raw, sizeof raw, &length) == 1 &&
      EC_POINT_oct2point(group, q, raw, length, NULL) == 1)
    ok = EC_POINT_point2oct(group, q, POINT_CONVERSION_UNCOMPRESSED, point, count, NULL) == count;
  EC_POINT_free(q);
  return ok;
}

/* The big-endian scalar of a private key, padded to `count` bytes. */
static inline int lk_ec_private_scalar(EVP_PKEY *key, unsigned char *scalar, size_t count) {
  BIGNUM *d = BN_secure_new();
  int ok = d && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &d) == 1 &&
           BN_bn2binpad(d, scalar, (int)count) == (int)count;
  BN_clear_free(d);
  return ok;
}

/* A context that is ready to sign or to verify a digest, to be duplicated for each use. */
static inline EVP_PKEY_CTX *lk_prepared(EVP_PKEY *key, int for_signing) {
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
  if (ctx && (for_signing ? EVP_PKEY_sign_init(ctx) : EVP_PKEY_verify_init(ctx)) == 1) return ctx;
  EVP_PKEY_CTX_free(ctx);
  return NULL;
}

/* The name of each number of an RSA key, in the order of RFC 8017 A.1.2. */
static inline const char *lk_rsa_name(size_t part) {
  static const char *const names[LK_RSA_PARTS] = {
    OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
  };
  return names[part];
}

/* An RSA key of big-endian numbers, one after the other in `bytes`: the first two for a public key, all for a private
   key. */
static inline EVP_PKEY *lk_rsa_key(const unsigned char *bytes, const size_t *counts, size_t parts) {
  unsigned char native[LK_RSA_PARTS][LK_RSA_MAX_PART];
  OSSL_PARAM params[LK_RSA_PARTS + 1];
  if (parts != 2 && parts != LK_RSA_PARTS) return NULL;
  for (size_t i = 0; i < parts; i++)
    if (counts[i] == 0 || counts[i] > LK_RSA_MAX_PART) return NULL;
  for (size_t i = 0; i < parts; bytes += counts[i++]) {
    lk_native(native[i], bytes, counts[i]);
    params[i] = OSSL_PARAM_construct_BN(lk_rsa_name(i), native[i], counts[i]);
  }
  params[parts] = OSSL_PARAM_construct_end();
  EVP_PKEY *key = lk_pkey_from_params("RSA", parts > 2, params);
  OPENSSL_cleanse(native, sizeof native);
  return key;
}

/* Generates an RSA key with the exponent 65537. */
static inline EVP_PKEY *lk_rsa_generate(int bits) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  if (ctx && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, bits) == 1)
    EVP_PKEY_generate(ctx, &key);
  EVP_PKEY_CTX_free(ctx);
  return key;
}

/* Writes one number of an RSA key, big-endian, into LK_RSA_MAX_PART bytes, and returns its length; 0 if the key does
   not have the number. */
static inline size_t lk_rsa_part(EVP_PKEY *key, size_t part, unsigned char *bytes) {
  BIGNUM *number = NULL;
  size_t count = 0;
  if (part < LK_RSA_PARTS && EVP_PKEY_get_bn_param(key, lk_rsa_name(part), &number) == 1 &&
      BN_num_bytes(number) <= LK_RSA_MAX_PART)
    count = (size_t)BN_bn2bin(number, bytes);
  BN_clear_free(number);
  return count;
}

/* A context that signs or verifies a digest of `md`: PSS with a salt as long as the digest (RFC 7518 3.5), or
 * PKCS #1 v1.5. */
static inline EVP_PKEY_CTX *lk_rsa_context(EVP_PKEY *key, int for_signing, const EVP_MD *md, int is_pss) {
  EVP_PKEY_CTX *ctx = lk_prepared(key, for_signing);
  if (ctx && EVP_PKEY_CTX_set_rsa_padding(ctx, is_pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING) == 1 &&
      EVP_PKEY_CTX_set_signature_md(ctx, md) == 1 &&
      (!is_pss || EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, RSA_PSS_SALTLEN_DIGEST) == 1))
    return ctx;
  EVP_PKEY_CTX_free(ctx);
  return NULL;
}

#endif
