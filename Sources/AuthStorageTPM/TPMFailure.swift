#if TPM && os(Linux)
  import AuthCore
  import CTSS2

  /// Maps a code of a TPM or of tpm2-tss to an error. (TPM 2.0 Library Specification, part 2, 6.6: a format 1 code has
  /// bit 7 set, its number in bits 0 to 5, and also says which parameter it means.)
  enum TPMFailure {
    /// The error of a TPM that could not be opened.
    static func unreachable(_ name: String, _ code: TSS2_RC) -> AuthError {
      AuthError(
        .keyUnavailable,
        "The TPM '\(name)' cannot be reached (\(text(code))): check storage.tpm.connection, and that this user may open "
          + "it (group 'tss'). Its keys are not lost.", underlying: underlying(code))
    }

    /// The error of an operation.
    static func error(_ code: TSS2_RC, _ action: String, _ name: String) -> AuthError {
      let number = Int(code)
      let isOfTPM = code & 0xFFFF_0000 == 0
      if isOfTPM, code & 0x80 != 0 {
        switch number & 0xBF {
        case lk_tpm_auth_fail, lk_tpm_bad_auth:
          return AuthError(
            .keyUnavailable,
            "The TPM did not accept the authorisation value; try again with the right one. Too many "
              + "wrong ones lock the TPM for a time.", underlying: underlying(code))
        case lk_tpm_integrity, lk_tpm_bad_handle, lk_tpm_bad_type:
          return AuthError(
            .keyUnavailable,
            "The TPM '\(name)' did not make this key, or has been cleared since: use the TPM that "
              + "made it, or sign in again to make a new one.", underlying: underlying(code))
        default: break
        }
      }
      if number == lk_tpm_lockout {
        return AuthError(
          .keyUnavailable,
          "The TPM is locked after too many wrong authorisation values; try again later, or end it "
            + "with 'tpm2_dictionarylockout --clear-lockout'.", underlying: underlying(code))
      }
      return isOfTPM
        ? AuthError(
          .keyUnavailable, "The TPM '\(name)' could not \(action): \(text(code)).", underlying: underlying(code))
        : unreachable(name, code)
    }

    /// Whether the TPM has no room for another object or session.
    static func isFull(_ code: TSS2_RC) -> Bool {
      [
        lk_tpm_object_memory, lk_tpm_session_memory, lk_tpm_object_handles, lk_tpm_session_handles, lk_tpm_memory,
      ].contains(Int(code))
    }

    /// Whether a loaded object is no longer loaded, because another process flushed it to make room.
    static func isFlushed(_ code: TSS2_RC) -> Bool {
      (lk_tpm_first_unloaded...lk_tpm_last_unloaded).contains(Int(code))
    }

    private static func text(_ code: TSS2_RC) -> String { String(cString: Tss2_RC_Decode(code)) }
    private static func underlying(_ code: TSS2_RC) -> String { "0x" + String(code, radix: 16) }
  }
#endif
