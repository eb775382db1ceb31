#if TPM && os(Linux)
  import AuthCore
  import CTSS2

  /// Maps a code of a TPM or of tpm2-tss to an error. (TPM 2.0 Library Specification, part 2, 6.6: a format 1 code has
  /// bit 7 set, its number in bits 0 to 5, and the number of the parameter in other bits.)
  enum TPMFailure {
    /// Returns the error for a TPM that could not be opened.
    static func unreachable(_ name: String, _ code: TSS2_RC) -> AuthError {
      AuthError(
        .keyUnavailable,
        "The TPM '\(name)' cannot be reached (\(text(code))). Check storage.tpm.connection, and that this user may "
          + "open the TPM (group 'tss'). The TPM's keys are not lost.", underlying: underlying(code))
    }

    /// Returns the error for an operation that failed. `action` is a verb phrase for the message, such as `sign`.
    static func error(_ code: TSS2_RC, _ action: String, _ name: String) -> AuthError {
      if code == lk_tpm_other_primary {
        return AuthError(
          .keyUnavailable,
          "The storage key of the TPM '\(name)' is not the one under which this key was made: this is another TPM, the "
            + "TPM was cleared, or a program between this one and the TPM replaces the TPM's responses. Use the TPM "
            + "that made the key, or sign in again to make a new key. Nothing secret was sent.",
          underlying: "another storage key")
      }
      let number = Int(code)
      let isOfTPM = code & 0xFFFF_0000 == 0
      if isOfTPM, code & 0x80 != 0 {
        switch number & 0xBF {
        case lk_tpm_auth_fail, lk_tpm_bad_auth:
          return AuthError(
            .keyUnavailable,
            "The TPM did not accept the authorisation value. Try again with the correct value. Too many "
              + "wrong values lock the TPM for some time.", underlying: underlying(code))
        case lk_tpm_integrity, lk_tpm_bad_handle, lk_tpm_bad_type:
          return AuthError(
            .keyUnavailable,
            "The TPM '\(name)' did not make this key, or has been cleared since. Use the TPM that "
              + "made the key, or sign in again to make a new key.", underlying: underlying(code))
        default: break
        }
      }
      if number == lk_tpm_lockout {
        return AuthError(
          .keyUnavailable,
          "The TPM is locked after too many wrong authorisation values. Try again later, or unlock it "
            + "with 'tpm2_dictionarylockout --clear-lockout'.", underlying: underlying(code))
      }
      return isOfTPM
        ? AuthError(
          .keyUnavailable,
          "The TPM '\(name)' could not \(action): \(text(code)). Try again, and check the TPM if the error remains.",
          underlying: underlying(code))
        : unreachable(name, code)
    }

    /// Returns whether the TPM has no space for another object or session.
    static func isFull(_ code: TSS2_RC) -> Bool {
      [
        lk_tpm_object_memory, lk_tpm_session_memory, lk_tpm_object_handles, lk_tpm_session_handles, lk_tpm_memory,
      ].contains(Int(code))
    }

    /// Returns whether an object is no longer loaded, because another process flushed it.
    static func isFlushed(_ code: TSS2_RC) -> Bool {
      (lk_tpm_first_unloaded...lk_tpm_last_unloaded).contains(Int(code))
    }

    private static func text(_ code: TSS2_RC) -> String { String(cString: Tss2_RC_Decode(code)) }
    private static func underlying(_ code: TSS2_RC) -> String { "0x" + String(code, radix: 16) }
  }
#endif
