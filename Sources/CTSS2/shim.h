#ifndef CTSS2_SHIM_H
#define CTSS2_SHIM_H

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

/* TPM 2.0 through the ESAPI of tpm2-tss. Swift gets only bytes and handles; the unions of the TPM's structures are used
   only here. Every function returns the library's code, 0 for success. */

/* A marshalled structure: its bytes and how many there are. */
typedef struct {
  uint8_t bytes[1024];
  size_t count;
} lk_tpm_blob;

typedef struct {
  TSS2_TCTI_CONTEXT *tcti;
  ESYS_CONTEXT *esys;
  ESYS_TR primary;
  ESYS_TR session;
  /* The name of the storage key: the digest of its public area. */
  lk_tpm_blob name;
} lk_tpm;

/* Macros with casts, which Swift does not import. */
enum {
  lk_tpm_auth_fail = TPM2_RC_AUTH_FAIL,
  lk_tpm_bad_auth = TPM2_RC_BAD_AUTH,
  lk_tpm_integrity = TPM2_RC_INTEGRITY,
  lk_tpm_bad_handle = TPM2_RC_HANDLE,
  lk_tpm_bad_type = TPM2_RC_TYPE,
  lk_tpm_lockout = TPM2_RC_LOCKOUT,
  lk_tpm_object_memory = TPM2_RC_OBJECT_MEMORY,
  lk_tpm_session_memory = TPM2_RC_SESSION_MEMORY,
  lk_tpm_object_handles = TPM2_RC_OBJECT_HANDLES,
  lk_tpm_session_handles = TPM2_RC_SESSION_HANDLES,
  lk_tpm_memory = TPM2_RC_MEMORY,
  lk_tpm_first_unloaded = TPM2_RC_REFERENCE_H0,
  lk_tpm_last_unloaded = TPM2_RC_REFERENCE_S6
};
/* The storage key is not the expected one. No layer of tpm2-tss uses this code. */
static const TSS2_RC lk_tpm_other_primary = 0x00FE0001;
static const uint32_t lk_tpm_none = ESYS_TR_NONE;
static const uint32_t lk_tpm_objects = TPM2_TRANSIENT_FIRST;
static const uint32_t lk_tpm_sessions = TPM2_LOADED_SESSION_FIRST;

/* Overwrites bytes that are no longer needed. The compiler must not omit these writes, as it may omit a memset of a
   local variable. */
static inline void lk_tpm_wipe(void *bytes, size_t count) {
  for (volatile uint8_t *byte = bytes; count > 0; count--) *byte++ = 0;
}

static inline void lk_tpm_flush(lk_tpm *t, ESYS_TR *handle) {
  if (*handle != ESYS_TR_NONE) Esys_FlushContext(t->esys, *handle);
  *handle = ESYS_TR_NONE;
}

static inline void lk_tpm_pause(unsigned milliseconds) {
  struct timespec span = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  nanosleep(&span, NULL);
}

/* Flushes the session and the storage key. */
static inline void lk_tpm_end(lk_tpm *t) {
  lk_tpm_flush(t, &t->session);
  lk_tpm_flush(t, &t->primary);
}

/* Flushes what this connection has loaded, and closes it. */
static inline void lk_tpm_close(lk_tpm *t) {
  if (t->esys) {
    lk_tpm_end(t);
    Esys_Finalize(&t->esys);
  }
  if (t->tcti) Tss2_TctiLdr_Finalize(&t->tcti);
}

static inline void lk_tpm_set_log(void) { setenv("TSS2_LOG", "all+none", 0); }

/* tpm2-tss writes its log unescaped to standard error, with the connection string and with text that a TPM or a bus
   returned. The library reads TSS2_LOG at the first message of each of its parts, and has no function for this. A value
   that the user has set is kept, so that the log can be read after a failure. */
static inline void lk_tpm_quieten(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, lk_tpm_set_log);
}

static inline TSS2_RC lk_tpm_open(lk_tpm *t, const char *tcti) {
  lk_tpm_quieten();
  t->tcti = NULL;
  t->esys = NULL;
  t->primary = t->session = ESYS_TR_NONE;
  TSS2_RC code = Tss2_TctiLdr_Initialize(tcti, &t->tcti);
  /* A child process that inherits the connection would keep others out of the TPM. */
  TSS2_TCTI_POLL_HANDLE handles[8];
  size_t count = sizeof handles / sizeof *handles;
  if (!code && !Tss2_Tcti_GetPollHandles(t->tcti, handles, &count))
    for (size_t i = 0; i < count; i++) fcntl(handles[i].fd, F_SETFD, FD_CLOEXEC);
  if (!code) code = Esys_Initialize(&t->esys, t->tcti, NULL);
  if (code) lk_tpm_close(t);
  return code;
}

static inline TPMT_SYM_DEF lk_tpm_aes128(void) {
  TPMT_SYM_DEF s = {.algorithm = TPM2_ALG_AES};
  s.keyBits.aes = 128;
  s.mode.aes = TPM2_ALG_CFB;
  return s;
}

/* Creates the storage key under the owner's hierarchy, which is the same at every call until the owner's seed changes,
   and a session that is salted with it, so that authorisation values and secrets cross the bus encrypted. A program
   between this one and the TPM could return a storage key of its own, and read the salt. If the caller passes the name
   of an earlier storage key (`pinned`, otherwise a count of 0), only that key is used. */
static inline TSS2_RC lk_tpm_begin(lk_tpm *t, const uint8_t *pinned, size_t count) {
  TPM2B_SENSITIVE_CREATE sensitive = {0};
  TPM2B_DATA outside = {0};
  TPML_PCR_SELECTION registers = {0};
  TPM2B_PUBLIC area = {0};
  area.publicArea.type = TPM2_ALG_ECC;
  area.publicArea.nameAlg = TPM2_ALG_SHA256;
  area.publicArea.objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                                     TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT |
                                     TPMA_OBJECT_NODA;
  TPMS_ECC_PARMS *ecc = &area.publicArea.parameters.eccDetail;
  ecc->symmetric.algorithm = TPM2_ALG_AES;
  ecc->symmetric.keyBits.aes = 128;
  ecc->symmetric.mode.aes = TPM2_ALG_CFB;
  ecc->scheme.scheme = TPM2_ALG_NULL;
  ecc->curveID = TPM2_ECC_NIST_P256;
  ecc->kdf.scheme = TPM2_ALG_NULL;
  TSS2_RC code = Esys_CreatePrimary(t->esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive,
                                    &area, &outside, &registers, &t->primary, NULL, NULL, NULL, NULL);
  if (code) return code;
  TPM2B_NAME *name = NULL;
  /* The library computes the name from the public area, and compares it with the name that the TPM returned. */
  code = Esys_TR_GetName(t->esys, t->primary, &name);
  if (code) return code;
  t->name.count = name->size;
  memcpy(t->name.bytes, name->name, name->size);
  Esys_Free(name);
  if (count && (count != t->name.count || memcmp(pinned, t->name.bytes, count))) return lk_tpm_other_primary;
  TPMT_SYM_DEF symmetric = lk_tpm_aes128();
  return Esys_StartAuthSession(t->esys, t->primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, NULL,
                               TPM2_SE_HMAC, &symmetric, TPM2_ALG_SHA256, &t->session);
}

static inline TSS2_RC lk_tpm_encrypt(lk_tpm *t, TPMA_SESSION ways) {
  return Esys_TRSess_SetAttributes(t->esys, t->session, TPMA_SESSION_CONTINUESESSION | ways, 0xff);
}

static inline TSS2_RC lk_tpm_make(lk_tpm *t, TPM2B_SENSITIVE_CREATE *sensitive, TPM2B_PUBLIC *area,
                                  lk_tpm_blob *public_part, lk_tpm_blob *private_part, TPM2B_PUBLIC *made) {
  TPM2B_DATA outside = {0};
  TPML_PCR_SELECTION registers = {0};
  TPM2B_PRIVATE *hidden = NULL;
  TPM2B_PUBLIC *open = NULL;
  TSS2_RC code = lk_tpm_encrypt(t, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT);
  if (!code)
    code = Esys_Create(t->esys, t->primary, t->session, ESYS_TR_NONE, ESYS_TR_NONE, sensitive, area, &outside, &registers,
                       &hidden, &open, NULL, NULL, NULL);
  public_part->count = private_part->count = 0;
  if (!code)
    code = Tss2_MU_TPM2B_PUBLIC_Marshal(open, public_part->bytes, sizeof public_part->bytes, &public_part->count);
  if (!code)
    code = Tss2_MU_TPM2B_PRIVATE_Marshal(hidden, private_part->bytes, sizeof private_part->bytes, &private_part->count);
  if (!code && made) *made = *open;
  Esys_Free(hidden);
  Esys_Free(open);
  return code;
}

static inline void lk_tpm_authorisation(TPM2B_AUTH *value, const uint8_t *bytes, size_t count) {
  value->size = (UINT16)(count < sizeof value->buffer ? count : sizeof value->buffer);
  if (value->size) memcpy(value->buffer, bytes, value->size);
}

/* Makes a P-256 key that signs and never leaves the TPM; point: 64 bytes x ‖ y. If the key has an authorisation value,
   the TPM's protection against guessing applies to it. */
static inline TSS2_RC lk_tpm_make_key(lk_tpm *t, const uint8_t *authorisation, size_t count, lk_tpm_blob *public_part,
                                      lk_tpm_blob *private_part, uint8_t *point) {
  TPM2B_SENSITIVE_CREATE sensitive = {0};
  lk_tpm_authorisation(&sensitive.sensitive.userAuth, authorisation, count);
  TPM2B_PUBLIC area = {0}, made = {0};
  area.publicArea.type = TPM2_ALG_ECC;
  area.publicArea.nameAlg = TPM2_ALG_SHA256;
  area.publicArea.objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                                     TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_SIGN_ENCRYPT |
                                     (count ? 0 : TPMA_OBJECT_NODA);
  TPMS_ECC_PARMS *ecc = &area.publicArea.parameters.eccDetail;
  ecc->symmetric.algorithm = TPM2_ALG_NULL;
  ecc->scheme.scheme = TPM2_ALG_ECDSA;
  ecc->scheme.details.ecdsa.hashAlg = TPM2_ALG_SHA256;
  ecc->curveID = TPM2_ECC_NIST_P256;
  ecc->kdf.scheme = TPM2_ALG_NULL;
  TSS2_RC code = lk_tpm_make(t, &sensitive, &area, public_part, private_part, &made);
  lk_tpm_wipe(&sensitive, sizeof sensitive);
  if (code) return code;
  /* The TPM may omit leading zeros of a coordinate. */
  const TPM2B_ECC_PARAMETER *x = &made.publicArea.unique.ecc.x, *y = &made.publicArea.unique.ecc.y;
  if (x->size > 32 || y->size > 32) return TSS2_ESYS_RC_GENERAL_FAILURE;
  memset(point, 0, 64);
  memcpy(point + 32 - x->size, x->buffer, x->size);
  memcpy(point + 64 - y->size, y->buffer, y->size);
  return code;
}

/* Seals at most 128 bytes. */
static inline TSS2_RC lk_tpm_seal(lk_tpm *t, const uint8_t *data, size_t count, lk_tpm_blob *public_part,
                                  lk_tpm_blob *private_part) {
  TPM2B_SENSITIVE_CREATE sensitive = {0};
  if (count > 128) return TSS2_ESYS_RC_BAD_SIZE;
  sensitive.sensitive.data.size = (UINT16)count;
  memcpy(sensitive.sensitive.data.buffer, data, count);
  TPM2B_PUBLIC area = {0};
  area.publicArea.type = TPM2_ALG_KEYEDHASH;
  area.publicArea.nameAlg = TPM2_ALG_SHA256;
  area.publicArea.objectAttributes =
      TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA;
  area.publicArea.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL;
  TSS2_RC code = lk_tpm_make(t, &sensitive, &area, public_part, private_part, NULL);
  lk_tpm_wipe(&sensitive, sizeof sensitive);
  return code;
}

/* Loads an object that this TPM has made. The caller flushes it. */
static inline TSS2_RC lk_tpm_load(lk_tpm *t, const uint8_t *public_part, size_t public_count, const uint8_t *private_part,
                                  size_t private_count, ESYS_TR *handle) {
  TPM2B_PUBLIC area = {0};
  TPM2B_PRIVATE hidden = {0};
  size_t read = 0;
  *handle = ESYS_TR_NONE;
  TSS2_RC code = Tss2_MU_TPM2B_PUBLIC_Unmarshal(public_part, public_count, &read, &area);
  read = 0;
  if (!code) code = Tss2_MU_TPM2B_PRIVATE_Unmarshal(private_part, private_count, &read, &hidden);
  if (!code) code = lk_tpm_encrypt(t, 0);
  if (!code)
    code = Esys_Load(t->esys, t->primary, t->session, ESYS_TR_NONE, ESYS_TR_NONE, &hidden, &area, handle);
  return code;
}

/* Signs a SHA-256 digest; signature: 64 bytes r ‖ s. */
static inline TSS2_RC lk_tpm_sign(lk_tpm *t, ESYS_TR key, const uint8_t *authorisation, size_t count,
                                  const uint8_t *digest, uint8_t *signature) {
  TPM2B_AUTH value = {0};
  lk_tpm_authorisation(&value, authorisation, count);
  TSS2_RC code = Esys_TR_SetAuth(t->esys, key, &value);
  lk_tpm_wipe(&value, sizeof value);
  TPM2B_DIGEST hashed = {.size = 32};
  memcpy(hashed.buffer, digest, 32);
  TPMT_SIG_SCHEME scheme = {.scheme = TPM2_ALG_NULL};
  TPMT_TK_HASHCHECK ticket = {.tag = TPM2_ST_HASHCHECK, .hierarchy = TPM2_RH_NULL};
  TPMT_SIGNATURE *made = NULL;
  if (!code) code = lk_tpm_encrypt(t, TPMA_SESSION_DECRYPT);
  if (!code) code = Esys_Sign(t->esys, key, t->session, ESYS_TR_NONE, ESYS_TR_NONE, &hashed, &scheme, &ticket, &made);
  if (code) return code;
  const TPM2B_ECC_PARAMETER *r = &made->signature.ecdsa.signatureR, *s = &made->signature.ecdsa.signatureS;
  if (r->size > 32 || s->size > 32) {
    code = TSS2_ESYS_RC_GENERAL_FAILURE;
  } else {
    memset(signature, 0, 64);
    memcpy(signature + 32 - r->size, r->buffer, r->size);
    memcpy(signature + 64 - s->size, s->buffer, s->size);
  }
  Esys_Free(made);
  return code;
}

/* Returns the sealed data. */
static inline TSS2_RC lk_tpm_unseal(lk_tpm *t, ESYS_TR handle, lk_tpm_blob *data) {
  TPM2B_SENSITIVE_DATA *sealed = NULL;
  TSS2_RC code = lk_tpm_encrypt(t, TPMA_SESSION_ENCRYPT);
  if (!code) code = Esys_Unseal(t->esys, handle, t->session, ESYS_TR_NONE, ESYS_TR_NONE, &sealed);
  if (code) return code;
  data->count = sealed->size;
  memcpy(data->bytes, sealed->buffer, sealed->size);
  lk_tpm_wipe(sealed, sizeof *sealed);
  Esys_Free(sealed);
  return code;
}

/* The NV indices of this package are in the range that the TCG's registry leaves to owners (0x01800000 to 0x01BFFFFF).
   An index has a fixed size, and an empty authorisation value: every program that may use the TPM may read and write
   it. The protection against guessing does not apply to it. */
enum { lk_tpm_nv_size = 96, lk_tpm_nv_first = 0x01800000, lk_tpm_nv_mask = 0x003FFFFF };

static inline TSS2_RC lk_tpm_nv_find(lk_tpm *t, uint32_t index, ESYS_TR *handle) {
  TPMS_CAPABILITY_DATA *data = NULL;
  TPMI_YES_NO more = 0;
  *handle = ESYS_TR_NONE;
  /* The TPM is asked for the first handle from `index` on, because the library writes an error to the terminal when a
     handle does not exist. */
  TSS2_RC code = Esys_GetCapability(t->esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CAP_HANDLES, index, 1, &more,
                                    &data);
  if (code) return code;
  int exists = data->data.handles.count > 0 && data->data.handles.handle[0] == index;
  Esys_Free(data);
  if (!exists) return TPM2_RC_HANDLE;
  return Esys_TR_FromTPMPublic(t->esys, index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, handle);
}

/* Whether a code of `lk_tpm_nv_find` or `lk_tpm_nv_read` says that the index does not exist, or was never written. */
static inline int lk_tpm_nv_missing(TSS2_RC code) {
  return (code & ~0x0F00u) == TPM2_RC_HANDLE || code == TPM2_RC_NV_UNINITIALIZED;
}

/* Whether a code of `lk_tpm_nv_write` says that this user can store no further index: the TPM is full, or its owner has
   set an authorisation value. */
static inline int lk_tpm_nv_refused(TSS2_RC code) {
  return code == TPM2_RC_NV_SPACE || (code & ~0x0F00u) == TPM2_RC_BAD_AUTH || (code & ~0x0F00u) == TPM2_RC_AUTH_FAIL ||
         (code & ~0x0F00u) == TPM2_RC_HIERARCHY;
}

/* Reads an index of lk_tpm_nv_size bytes. */
static inline TSS2_RC lk_tpm_nv_read(lk_tpm *t, uint32_t index, uint8_t *bytes) {
  ESYS_TR handle;
  TPM2B_MAX_NV_BUFFER *data = NULL;
  TSS2_RC code = lk_tpm_nv_find(t, index, &handle);
  if (!code) code = lk_tpm_encrypt(t, 0);
  if (!code)
    code = Esys_NV_Read(t->esys, handle, handle, t->session, ESYS_TR_NONE, ESYS_TR_NONE, lk_tpm_nv_size, 0, &data);
  if (!code && data->size != lk_tpm_nv_size) code = TSS2_ESYS_RC_GENERAL_FAILURE;
  if (!code) memcpy(bytes, data->buffer, lk_tpm_nv_size);
  Esys_Free(data);
  if (handle != ESYS_TR_NONE) Esys_TR_Close(t->esys, &handle);
  return code;
}

/* Writes an index of lk_tpm_nv_size bytes, and defines it if it does not exist. */
static inline TSS2_RC lk_tpm_nv_write(lk_tpm *t, uint32_t index, const uint8_t *bytes) {
  ESYS_TR handle;
  TSS2_RC code = lk_tpm_nv_find(t, index, &handle);
  if (code && lk_tpm_nv_missing(code)) {
    TPM2B_AUTH none = {0};
    TPM2B_NV_PUBLIC area = {0};
    area.nvPublic.nvIndex = index;
    area.nvPublic.nameAlg = TPM2_ALG_SHA256;
    area.nvPublic.attributes =
        TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_OWNERREAD | TPMA_NV_OWNERWRITE | TPMA_NV_NO_DA;
    area.nvPublic.dataSize = lk_tpm_nv_size;
    code = lk_tpm_encrypt(t, 0);
    if (!code)
      code = Esys_NV_DefineSpace(t->esys, ESYS_TR_RH_OWNER, t->session, ESYS_TR_NONE, ESYS_TR_NONE, &none, &area,
                                 &handle);
  } else if (!code) {
    code = lk_tpm_encrypt(t, 0);
  }
  TPM2B_MAX_NV_BUFFER data = {.size = lk_tpm_nv_size};
  memcpy(data.buffer, bytes, lk_tpm_nv_size);
  if (!code) code = Esys_NV_Write(t->esys, handle, handle, t->session, ESYS_TR_NONE, ESYS_TR_NONE, &data, 0);
  if (handle != ESYS_TR_NONE) Esys_TR_Close(t->esys, &handle);
  return code;
}

/* The handles of a kind (lk_tpm_objects, lk_tpm_sessions) that this connection sees; with `flushing`, they are flushed:
   a process that was killed can leave them in a TPM without a resource manager. */
static inline TSS2_RC lk_tpm_handles(lk_tpm *t, uint32_t first, int flushing, uint32_t *count) {
  TPMS_CAPABILITY_DATA *data = NULL;
  TPMI_YES_NO more = 0;
  TSS2_RC code = Esys_GetCapability(t->esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CAP_HANDLES, first, 64, &more,
                                    &data);
  if (code) return code;
  *count = data->data.handles.count;
  for (uint32_t i = 0; flushing && i < data->data.handles.count; i++) {
    ESYS_TR handle = ESYS_TR_NONE;
    if (!Esys_TR_FromTPMPublic(t->esys, data->data.handles.handle[i], ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle))
      Esys_FlushContext(t->esys, handle);
  }
  Esys_Free(data);
  return code;
}

#endif
