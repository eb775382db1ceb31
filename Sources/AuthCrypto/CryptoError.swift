/// Why a cryptographic operation failed. It contains no input bytes.
///
/// The layers above map it to an `AuthError`, since they have the context of the key or token.
public enum CryptoError: Error, Sendable, Hashable {
  /// A key, nonce, tag or signature of a wrong length.
  case incorrectSize
  /// Bytes that are not a valid key of the type: a wrong encoding, a point off the curve, a scalar out of range, a pair
  /// whose halves do not match.
  case invalidKey
  /// Bytes that are not a valid signature, message or document of the type.
  case invalidEncoding
  /// Sealed, signed or authenticated data does not verify.
  case authenticationFailure
  /// A parameter that the operation does not accept.
  case invalidParameter
  /// The underlying library failed for a reason that the caller did not cause.
  case internalFailure
}
