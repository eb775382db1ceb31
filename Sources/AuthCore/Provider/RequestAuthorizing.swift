/// A provider whose sessions authorise requests: by a stamp, a bearer token, a proof of possession.
public protocol RequestAuthorizing: AuthProvider {
  /// Where its credentials may go.
  var origins: [Origin] { get }
  /// The request with its authorisation. The body is final: what is signed is what is sent.
  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest
  /// Whether the server refused the credential, so that a renewal and one more try are worth it.
  func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool
  /// Whether the server takes the credential and wants it proved anew, by what its answer says: the request is then
  /// authorised and sent once more, without a renewal (RFC 9449 §9, a nonce). Sees every answer, so that it is also the
  /// place to learn from one.
  func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool
}

extension RequestAuthorizing {
  /// A 401.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401
  }

  /// Never.
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool { false }
}
