/// How the issuer's page returns its response (OAuth 2.0 Multiple Response Types §2.1).
public enum OIDCResponseMode: String, Sendable, CaseIterable {
  /// As the query of the redirect URL, the default of the code flow.
  case query
  /// As a form that the user's browser posts to the redirect URL (OAuth 2.0 Form Post Response Mode): for services,
  /// which pass it to `AuthFlow.resume(form:postedTo:)`.
  case formPost = "form_post"

  /// The parameter `response_mode`; nil for the default.
  var parameter: String? { self == .query ? nil : rawValue }
}
