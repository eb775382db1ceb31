public import AuthCore

/// Wraps the keys of a storage directory with a key that is kept elsewhere: in a separate file, in the desktop's
/// keyring, or in a TPM. The directory alone then cannot open its records.
///
/// Called once when a process first uses a directory, and at a rotation. The calls may block as long as the other side
/// takes, but must not prompt the user.
public protocol KeyWrapping: Sendable {
  /// The kind, stored with the wrapped keys: `key-file`, `secret-service`, `tpm`.
  var id: String { get }

  /// Wraps a directory's keys.
  ///
  /// - Parameters:
  ///   - keys: the directory's keys, as opaque bytes.
  ///   - old: the earlier wrapped keys of the same directory. With it a new wrapping key is used, and the one of `old`
  ///     works until `discard`.
  /// - Throws: `key_unavailable` when the wrapping key is out of reach, `store_locked` when it is locked, or a storage
  ///   code.
  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8]

  /// Unwraps a directory's keys.
  ///
  /// - Throws: `key_unavailable` when the wrapping key cannot be reached or no longer exists, `store_locked` when it is
  ///   locked, `store_corrupt` for damage.
  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret

  /// Deletes the wrapping key of unused wrapped keys; a missing wrapping key counts as deleted.
  func discard(_ wrapped: [UInt8]) throws(AuthError)
}
