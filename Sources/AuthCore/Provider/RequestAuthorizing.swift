/// A provider whose sessions authorise requests: with a stamp, a bearer token or a proof of possession.
public protocol RequestAuthorizing: AuthProvider {
  /// The origins to which credentials may be sent.
  var origins: [Origin] { get }
  /// Returns the request with its authorisation. Nothing changes the body afterwards, so the signed bytes are sent. The
  /// method must not change the request's origin.
  ///
  /// - Throws: why the request cannot be authorised, such as `key_unavailable`. The request is then not sent.
  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest
  /// Whether the server refused the credential. The session is then renewed and the request is sent once more.
  func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool
  /// Whether the server accepts the credential but requires a new proof of possession, for example with a nonce
  /// (RFC 9449 §9). The request is then authorised and sent once more, without a renewal. Called for every response to
  /// an authorised request, so that a provider can store a nonce from it.
  func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool
  /// The proofs that the client adds to a request after `authorize(_:for:)`; nil for none. If the session has a key and
  /// the request has a bearer token, the client sends the token as a DPoP token with a proof of the key
  /// (RFC 9449 §7.1).
  func proofs(for request: TransportRequest) -> RequestProofs?
}

extension RequestAuthorizing {
  /// True for HTTP 401, unless the server demands a stronger or more recent authentication (`StepUpChallenge`), because
  /// a renewal cannot provide it.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401 && StepUpChallenge(response) == nil
  }

  /// Stores the nonce of the response in `proofs(for:)`, and returns whether the request must be repeated with it;
  /// false without proofs.
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    proofs(for: request)?.learn(from: response, to: request.url) ?? false
  }

  /// Returns nil.
  public func proofs(for request: TransportRequest) -> RequestProofs? { nil }
}
