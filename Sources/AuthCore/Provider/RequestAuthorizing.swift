/// A provider whose sessions authorise requests: with a stamp, a bearer token or a proof of possession.
public protocol RequestAuthorizing: AuthProvider {
  /// The origins to which credentials may be sent.
  var origins: [Origin] { get }
  /// The request with its authorisation. The body no longer changes: what is signed is what is sent.
  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest
  /// Whether the server refused the credential, so that a renewal and one more try make sense.
  func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool
  /// Whether the response says that the server accepts the credential but wants a new proof of it. The request is then
  /// authorised and sent once more, without a renewal (RFC 9449 §9, a nonce). Called for every response, so that a
  /// provider can also learn from it here.
  func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool
}

extension RequestAuthorizing {
  /// True for a 401.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401
  }

  /// Always false.
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool { false }
}
