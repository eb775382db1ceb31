/// What a renewal's end means for whoever waited.
struct RenewalEnding: Sendable {
  /// What they are given; nil when there is none.
  let session: Session?
  /// Why there is none, where somebody said so.
  let error: AuthError?

  init(_ outcome: Result<SessionRenewal.Outcome, AuthError>) {
    switch outcome {
    case .success(.renewed(let session, _)), .success(.adopted(let session)), .success(.superseded(let session, _)),
      .success(.unsaved(let session, _, _)):
      (self.session, error) = (session, nil)
    case .success(.refused(let error, _)), .failure(let error): (session, self.error) = (nil, error)
    case .success(.dropped): (session, error) = (nil, nil)
    }
  }
}
