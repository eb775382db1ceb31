/// The error of a cryptographic operation. It contains no input bytes.
///
/// The callers in this package convert it to an `AuthError` that names the key or token that was used.
public enum CryptoError: Error, Sendable, Hashable {
  /// A key, nonce, tag or signature has the wrong length.
  case incorrectSize
  /// The bytes are not a valid key of the type: the encoding is wrong, the point is not on the curve, the scalar is out
  /// of range, or the halves of the pair do not match.
  case invalidKey
  /// The bytes are not a valid signature, message or document of the type.
  case invalidEncoding
  /// Sealed, signed or authenticated data does not verify.
  case authenticationFailure
  /// The operation does not accept a parameter.
  case invalidParameter
  /// The underlying library failed for a reason that the caller did not cause.
  case internalFailure
}
