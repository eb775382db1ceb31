public import AuthCore

/// A backend's rule for which of its users a principal is.
public protocol AccountResolving: Sendable {
  /// Returns the app's user; nil if the principal has no account, which refuses the request with 403.
  ///
  /// - Throws: if the account cannot be looked up now. The request is then refused with 503.
  func user(of principal: Principal) async throws(AuthError) -> String?
}
