/// A pending hosted sign-in: from `/authorize` through the login page to `/authorize/resume`.
struct HawcxHostedSession: Sendable {
  let request: HawcxAuthorizationRequest
  /// The code for the relying party; nil until its user has signed in.
  var code: HawcxAuthorizationCode?
}
