/// The provider's part of a renewal: its result within a time limit, and the check that the result is for the same
/// session.
extension SessionRenewal {
  /// The provider's outcome. A renewal that was refused, or that failed with an error that is not temporary, is
  /// repeated once if the response showed that this machine's clock was wrong: the provider may have signed the request
  /// with the wrong time.
  func outcome(
    of provider: any SessionRefreshing, _ session: Session, _ token: Secret?, _ lease: RenewalLease?
  ) async throws(AuthError) -> RefreshOutcome {
    let lag = services.clockLag
    do throws(AuthError) {
      let outcome = try await answer(of: provider, session, token, lease)
      guard case .refused = outcome, services.isCorrected(since: lag) else { return outcome }
    } catch {
      guard !error.isTransient, error.code != .cancelled, services.isCorrected(since: lag) else { throw error }
    }
    try lease?.check()
    return try await answer(of: provider, session, token, lease)
  }

  private func answer(
    of provider: any SessionRefreshing, _ session: Session, _ token: Secret?, _ lease: RenewalLease?
  ) async throws(AuthError) -> RefreshOutcome {
    let limit = min(Self.limit, lease?.left ?? Self.limit)
    // Nothing is sent after the end of the lease, but a response that arrives later still contains the only valid
    // credential.
    let grace = lease == nil ? .zero : Self.answerGrace
    let answer = await Deadline.run(limit, grace: grace, clock: services.clock) {
      () async -> Result<RefreshOutcome, AuthError> in
      do throws(AuthError) {
        return .success(try await provider.refresh(session, token: token))
      } catch {
        return .failure(error)
      }
    }
    guard let answer else {
      throw AuthError(.timeout, "'\(provider.id)' did not respond to the renewal within \(limit). Try again.")
    }
    do throws(AuthError) {
      let outcome = try answer.get()
      if case .refreshed(let renewed) = outcome { try Self.check(renewed, renews: session) }
      return outcome
    } catch where !error.isTransient {
      throw services.clockFault ?? error
    }
  }

  /// How long a provider may take for a renewal while the store's claim is held; a lease can end earlier. The limit is
  /// longer than the provider's requests take with all retries.
  static let limit = Duration.seconds(120)

  /// How long a response is still awaited after the limit of a renewal with a lease.
  private static let answerGrace = Duration.seconds(2)

  /// Checks that a renewed credential is for the same session, tenant and user (OpenID Connect Core §12.2).
  ///
  /// - Throws: `malformed_response` if it is not.
  private static func check(_ renewed: Session, renews old: Session) throws(AuthError) {
    guard let field = difference(of: renewed, from: old) else { return }
    throw AuthError(
      .malformedResponse,
      "The renewal returned a credential for another \(field). It was rejected, and the session is kept. Try again.",
      fieldErrors: [AuthError.FieldError(field: AccountHistory.Event.renewal + field, message: "does not match")],
      provider: old.providerID)
  }

  /// Names the part in which a new credential differs from the session that it belongs to: `user`, `tenant` or
  /// `session`; nil if session, tenant and user are equal.
  static func difference(of new: Session, from old: Session) -> String? {
    if !same(new.subject, old.subject) { return "user" }
    if !same(new.tenant, old.tenant) { return "tenant" }
    return new.id != old.id || new.providerID != old.providerID ? "session" : nil
  }

  /// Whether both strings have the same bytes. Swift's `==` also treats strings with different bytes as equal if they
  /// are canonically equivalent, but such strings can name different users.
  static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
