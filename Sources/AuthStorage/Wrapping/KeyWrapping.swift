public import AuthCore

/// Wraps the keys of a storage directory with a key that lies elsewhere: in a file of its own, in the desktop's
/// keyring, in a TPM. The directory then holds nothing that opens its records.
///
/// Called once when a process first uses a directory, and at a rotation; the calls may block for as long as the other
/// side takes, but must not ask a person.
public protocol KeyWrapping: Sendable {
  /// The kind, kept beside what was wrapped: `key-file`, `secret-service`, `tpm`.
  var id: String { get }

  /// Wraps a directory's keys.
  ///
  /// - Parameters:
  ///   - keys: the directory's keys, as bytes that mean nothing here.
  ///   - old: what this wrapped before for the same directory; then a fresh wrapping key is used, and the one of
  ///     `old` goes on working until `discard`.
  /// - Throws: `key_unavailable` when the wrapping key is out of reach, `store_locked` when it is locked, or a storage
  ///   code.
  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8]

  /// What was wrapped.
  ///
  /// - Throws: `key_unavailable` when the wrapping key is out of reach or gone, `store_locked` when it is locked,
  ///   `store_corrupt` for damage.
  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret

  /// Forgets the wrapping key of something that is no longer in use; one that is not there is forgotten already.
  func discard(_ wrapped: [UInt8]) throws(AuthError)
}
