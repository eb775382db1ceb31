/// An authorisation request that waits for the user at the page.
struct OIDCInteraction: Sendable {
  static let lifetime: Int64 = 600

  let request: OIDCAuthorizationRequest
  /// The user of the browser's session, who need not authenticate again; nil if the user must.
  let session: String?
  /// The user who entered an identifier, and the code that the user must enter next; nil before that.
  var pending: (identifier: String, code: String)?
  /// How many wrong codes were entered.
  var wrongCodes = 0
}
