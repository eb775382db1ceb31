#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AuthFlow {
  /// The largest form that `resume(form:postedTo:)` accepts, in bytes.
  public static let maximumFormByteCount = 8192

  /// Submits the callback of a redirect that arrived as a form (OAuth 2.0 Form Post Response Mode): for a service whose
  /// redirect URL is one of its own routes. The fields are checked as those of a callback's query.
  ///
  /// - Parameters:
  ///   - body: the body of the POST request, `application/x-www-form-urlencoded`.
  ///   - url: the redirect URL to which the form was posted, without a query.
  /// - Throws: `invalid_request` for a body that is too large or no form, and for a URL with a query or fragment; the
  ///   errors of `answer(_:)`.
  public func resume(form body: [UInt8], postedTo url: URL) async throws(AuthError) {
    let address = url.absoluteString
    guard body.count <= Self.maximumFormByteCount, let text = String(strictUTF8: body),
      let fields = PercentEncoding.decodeForm(text), !fields.isEmpty, !address.contains("?"), !address.contains("#"),
      let callback = URL(string: address + "?" + PercentEncoding.encodeForm(fields))
    else {
      throw AuthError(
        .invalidRequest,
        "The posted form cannot be read. Pass the body of the POST request, at most 8192 bytes, and the redirect URL "
          + "without a query.")
    }
    try await resume(callback: callback)
  }
}
