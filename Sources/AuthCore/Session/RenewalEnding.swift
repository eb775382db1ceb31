/// The result of a renewal for the callers that waited.
struct RenewalEnding: Sendable {
  /// The session that the callers receive; nil if the renewal returned no session.
  let session: Session?
  /// Why the renewal failed; nil if it returned a session, or if the session was deleted before or during the renewal.
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
