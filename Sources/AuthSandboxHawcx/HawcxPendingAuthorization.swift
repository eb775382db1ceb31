/// A hosted sign-in in progress: it begins at `/authorize`, continues on the login page, and ends at
/// `/authorize/resume`.
struct HawcxPendingAuthorization: Sendable {
  let request: HawcxAuthorizationRequest
  /// The grant for the relying party; nil until the user has signed in.
  var code: HawcxAuthorizationCode?
}
