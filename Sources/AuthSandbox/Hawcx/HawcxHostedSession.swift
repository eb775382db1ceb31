/// A hosted sign-in that is under way: from `/authorize` by way of the login page to `/authorize/resume`.
struct HawcxHostedSession: Sendable {
  let request: HawcxAuthorizationRequest
  /// What the relying party is given; nil until its user has signed in.
  var code: HawcxAuthorizationCode?
}
