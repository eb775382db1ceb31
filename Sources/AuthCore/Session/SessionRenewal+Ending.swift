/// How a renewal ends a session, and which events it reports.
extension SessionRenewal {
  /// Deletes a session whose renewal was refused. If another holder of the claim has renewed or replaced the session,
  /// or the session was stored again while no claim was held, the stored session is used. Waits up to `limit` while
  /// another holder may still store a result.
  ///
  /// - Parameters:
  ///   - session: the session as it was when the credential was used.
  ///   - error: why the renewal was refused.
  ///   - claim: the claim under which the credential was used.
  /// - Returns: `refused`, with `renewal_lost` in place of `error` if an earlier use of the credential got no response;
  ///   `adopted` if the stored session is used.
  /// - Throws: `store_locked` if another holder still has the claim after `limit`; `cancelled`; another storage code.
  func end(_ session: Session, _ error: AuthError, _ claim: RenewalClaim) async throws(AuthError) -> Outcome {
    var refused = session
    let deadline = services.clock.uptime() + Self.limit
    while true {
      switch try await claims.endRenewal(of: refused, claim: claim) {
      case .ended(let last):
        let isLost = claim.unanswered != nil || claim.isDoubtful
        note(isLost ? .lost : .ended, claim)
        return .refused(isLost ? Self.lost(last, isOver: true) : error, last)
      case .superseded(let other):
        guard RefreshBackoff.Credential(other) == RefreshBackoff.Credential(refused) else { return .adopted(other) }
        // The stored session has the same credential and other data, such as labels, so the server's refusal applies to
        // the stored session as well.
        refused = other
      case .contested(let time):
        guard services.clock.uptime() < deadline else {
          throw AuthError(
            .storeLocked,
            "The server refused the credential of session \(session.id) while another host was renewing the session. "
              + "Try again.")
        }
        try await pause(time)
      }
    }
  }

  func pause(_ time: Duration) async throws(AuthError) {
    do throws(CancellationError) {
      try await services.clock.sleep(for: time)
    } catch {
      throw .cancelled
    }
  }

  /// Reports a step of a renewal to the observer. The steps under claims that do not expire are not reported, because
  /// such claims are confined to one machine.
  ///
  /// - Parameter generation: the generation whose credential was used; nil for the generation of the claimed session.
  func note(_ step: RenewalEvent.Step, _ claim: RenewalClaim, generation: UInt64? = nil) {
    guard claims.claimsExpire else { return }
    services.observer.record(
      .renewal(
        RenewalEvent(
          provider: provider.id, session: claim.session.id, generation: generation ?? claim.session.generation,
          fence: claim.fence,
          step: step)))
  }
}

extension RenewalEvent.Step {
  init(_ result: RenewalCommitResult) {
    switch result {
    case .committed: self = .committed
    case .superseded: self = .superseded
    case .gone: self = .gone
    }
  }
}
