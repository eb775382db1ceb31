/// Why a cryptographic operation did not happen. Says nothing about the bytes that it was given.
///
/// The layers above turn it into an `AuthError`, since they know whose key or token it was.
public enum CryptoError: Error, Sendable, Hashable {
  /// A key, nonce, tag or signature of a wrong length.
  case incorrectSize
  /// Bytes that are no key of the kind: a wrong encoding, a point off the curve, a scalar out of range, a pair whose
  /// halves do not belong together.
  case invalidKey
  /// Bytes that are no signature, message or document of the kind.
  case invalidEncoding
  /// What was sealed, signed or authenticated does not verify.
  case authenticationFailure
  /// A parameter that the operation does not take.
  case invalidParameter
  /// The library below refused for a reason that the caller did not cause.
  case internalFailure
}
