/// The result of a renewal for the callers that waited.
struct RenewalEnding: Sendable {
  /// The session that they receive; nil if the renewal returned no session.
  let session: Session?
  /// Why the renewal returned no session, if the reason is known.
  let error: AuthError?

  init(_ outcome: Result<SessionRenewal.Outcome, AuthError>) {
    switch outcome {
    case .success(.renewed(let session, _)), .success(.adopted(let session)), .success(.superseded(let session, _)):
      (self.session, error) = (session, nil)
    case .success(.unsaved(let unsaved, _)): (self.session, error) = (unsaved.renewed, nil)
    case .success(.refused(let error, _)), .failure(let error): (session, self.error) = (nil, error)
    case .success(.dropped): (session, error) = (nil, nil)
    }
  }
}
