import AuthCore

extension AuthError {
  /// The error for header fields of a provider that cannot be handed over as lines of text.
  static let invalidHeaders = AuthError(
    .malformedResponse,
    "The provider created a header field whose name or value HTTP does not allow (RFC 9110 §5). Report this to the "
      + "author of the provider's adapter.")
}
