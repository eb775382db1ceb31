public import AuthCore

/// Wraps the keys of a storage directory with a key that is kept outside it: in a separate file, in the desktop's
/// keyring, or in a TPM. The records in a copy of the directory alone then cannot be opened.
///
/// A store calls the wrapping when a process first uses a directory, and at a rotation. A call may block while it waits
/// for another service or device, but must not prompt the user.
public protocol KeyWrapping: Sendable {
  /// The kind of the wrapping, which is stored with the wrapped keys: `key-file`, `secret-service`, `tpm`.
  var id: String { get }

  /// Wraps a directory's keys, and returns the wrapped keys.
  ///
  /// - Parameters:
  ///   - keys: the directory's keys, as opaque bytes.
  ///   - old: the earlier wrapped keys of the same directory. If it is not nil, a new wrapping key wraps `keys`, and
  ///     the wrapping key of `old` stays valid until `discard` is called with `old`.
  /// - Throws: `key_unavailable` if the wrapping key cannot be reached, `store_locked` if it is locked, or a storage
  ///   code.
  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8]

  /// Unwraps a directory's keys.
  ///
  /// - Throws: `key_unavailable` if the wrapping key cannot be reached or no longer exists, `store_locked` if it is
  ///   locked, `store_corrupt` if the wrapped keys are damaged.
  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret

  /// Deletes the wrapping key of wrapped keys that are no longer used. A missing wrapping key is not an error.
  ///
  /// - Throws: `key_unavailable` if the wrapping key cannot be reached, `store_locked` if it is locked, or a storage
  ///   code.
  func discard(_ wrapped: [UInt8]) throws(AuthError)
}
