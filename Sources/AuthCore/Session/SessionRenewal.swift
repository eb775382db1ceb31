/// One renewal of one session, under a claim that the store grants. This part of the session engine performs the
/// effects.
struct SessionRenewal: Sendable {
  enum Outcome: Sendable {
    /// This renewal gave the session a new credential and stored it.
    case renewed(Session, from: Session)
    /// The stored session is used without a renewal: another caller or process has renewed it, or it is still valid and
    /// the renewal was not forced.
    case adopted(Session)
    /// The server, or the app's own identity system, refused the renewal; the record is deleted.
    case refused(AuthError, Session)
    /// The session was deleted before or during the renewal. The value is the session with its new credential, which is
    /// not stored; nil if the session was not renewed.
    case dropped(Session?)
    /// The record was replaced during the renewal; the replacement is used, and the new credential is not stored.
    case superseded(Session, unused: Session)
    /// The session was renewed, but the store failed. Only the new credential is valid; it is stored later.
    case unsaved(UnsavedRenewal, AuthError)
  }

  private enum Step: Sendable {
    case done(Outcome)
    /// The result of an earlier renewal was stored before the credential was used: read the session again.
    case again
    /// The provider needs a token to renew the session's credential.
    case tokenRequired(TokenRequest, of: Session, RenewalClaim)
  }

  let provider: any SessionRefreshing
  let store: any SessionStore
  let services: ProviderServices
  let claims: any RenewalClaiming

  init(
    provider: any SessionRefreshing, store: any SessionStore, claims: (any RenewalClaiming)? = nil,
    services: ProviderServices
  ) {
    self.provider = provider
    self.store = store
    self.claims = claims ?? store.claims
    self.services = services
  }

  /// Renews a session, unless another caller or process has already renewed it.
  ///
  /// - Parameters:
  ///   - known: the session as the caller last saw it.
  ///   - isForced: whether to renew a session that is still valid and has not been renewed since `known`.
  ///   - isFresh: returns whether a stored session is valid for long enough.
  /// - Throws: `store_locked` if another holder renews the session, or the session keeps changing; `renewal_lost`;
  ///   `invalid_request` for a session of another instance or tenant; `token_required` if the provider requests too
  ///   many tokens; `timeout`, `malformed_response` and `clock_skew`; `cancelled`; other storage codes; the errors of
  ///   the provider and of the token provider.
  func run(
    _ known: Session, isForced: Bool, isFresh: @escaping @Sendable (Session) -> Bool
  ) async throws(AuthError) -> Outcome {
    var token: Secret?
    var generation = known.generation
    var (asked, repeats) = (0, 0)
    // The provider may need a token. If the token that it receives is stale, the provider names that token in
    // `rejected` and receives one more token. Any further request for a token is an error.
    while true {
      let step = try await attempt(
        known, token: token, generation: generation, isForced: isForced, asked: asked > 0, isFresh: isFresh)
      switch step {
      case .done(let outcome): return outcome
      case .again:
        repeats += 1
        guard repeats < Self.repeatLimit else { throw Self.unsteady(known) }
      case .tokenRequired(let request, let refused, let claim):
        guard asked == 0 || (asked == 1 && request.rejected != nil) else {
          throw AuthError(
            .tokenRequired, "The provider asked for a token \(asked + 1) times. Report this to the provider's author.")
        }
        generation = refused.generation
        // No lock is held while the token provider runs, because it may need a session itself.
        guard let fresh = try await services.token(for: request) else {
          if let fault = services.clockFault { throw fault }
          return try await end(refused, Self.noToken, claim)
        }
        token = fresh
        asked += 1
      }
    }
  }

  /// How many times one renewal finds and stores the result of an earlier renewal before it fails with `store_locked`.
  /// Without a limit, this loop might never end.
  private static let repeatLimit = 4

  private static func unsteady(_ session: Session) -> AuthError {
    AuthError(.storeLocked, "The session \(session.id) keeps changing in the store. Try again.")
  }

  private static let noToken = AuthError(
    .sessionExpired, "The user is no longer signed in at the app's own identity system. Sign in there again.",
    fieldErrors: [AuthError.FieldError(field: AccountHistory.Event.token, message: "is no longer available")])

  private func attempt(
    _ known: Session, token: Secret?, generation: UInt64, isForced: Bool, asked: Bool,
    isFresh: @escaping @Sendable (Session) -> Bool
  ) async throws(AuthError) -> Step {
    let (result, lease) = try await claim(known)
    switch result {
    case .gone: return .done(.dropped(nil))
    case .changed(let stored): throw Self.unsteady(stored)
    case .held: throw AuthError(.storeLocked, "The session \(known.id) is being renewed by another process. Try again.")
    case .claimed(var claim):
      claim.replay = provider.replay(of: claim.session)
      note(.claimed, claim)
      // A credential that another holder has used is sent only during the rest of the replay window.
      let rest = claim.unanswered.map { claim.replay.window - $0 }
      let lease = lease?.ending(within: rest)
      let use = CredentialUse()
      let result = await RenewalLease.$current.withValue(lease) { [claim] () async -> Result<Step, AuthError> in
        do throws(AuthError) {
          return .success(
            try await attempt(
              claim, lease, use, token: token, generation: generation, isForced: isForced, asked: asked,
              isFresh: isFresh))
        } catch {
          note(error.code == .renewalLost ? .lost : .failed, claim)
          return .failure(error)
        }
      }
      claim.use = use.value
      await claims.releaseRenewal(claim)
      return try result.get()
    }
  }

  /// Claims the renewal. Waits up to 30 seconds while another holder has the claim.
  ///
  /// - Returns: the result of the request for the claim, and the lease of the claim. The lease is nil if the store's
  ///   claims do not expire.
  private func claim(_ known: Session) async throws(AuthError) -> (RenewalClaimResult, RenewalLease?) {
    let deadline = services.clock.uptime() + .seconds(30)
    let wanted = RenewalLease.duration(for: provider.replay(of: known))
    while true {
      let lease = RenewalLease(wanted, clock: services.clock)
      let result = try await claims.claimRenewal(of: known.id, generation: nil, lease: wanted)
      guard case .held = result, services.clock.uptime() < deadline else {
        return (result, claims.claimsExpire ? lease : nil)
      }
      try await pause(.milliseconds(100 + Int(services.random.fraction() * 100)))
    }
  }

  private func attempt(
    _ claim: RenewalClaim, _ lease: RenewalLease?, _ use: CredentialUse, token: Secret?, generation: UInt64,
    isForced: Bool, asked: Bool,
    isFresh: @escaping @Sendable (Session) -> Bool
  ) async throws(AuthError) -> Step {
    let stored = claim.session
    guard Self.same(stored.tenant, provider.tenant), stored.providerID == provider.id else {
      throw AuthError(
        .invalidRequest,
        "The session \(stored.id) does not belong to the tenant in the configuration of '\(provider.id)'. "
          + "Load the configuration of the session's tenant, or sign in again.")
    }
    switch try await storeSpooled(claim) {
    case .unsaved(let unsaved, let error): return .done(.unsaved(unsaved, error))
    // The record has not changed since it was claimed. The result in the outbox is obsolete, even if its entry could
    // not be removed.
    case .superseded(stored, _), nil: break
    default: return .again
    }
    let decision = RenewalDecision(
      stored: stored.generation, known: generation, isFresh: isFresh(stored), isForced: isForced || asked)
    if decision == .adopt { return .done(.adopted(stored)) }
    // The use is recorded before the credential is used, so that the next holder of the claim learns of it, even if
    // this process is killed or cannot store the response.
    try checkReplay(of: claim)
    try await claims.noteRenewal(of: claim)
    note(.noted, claim)
    try lease?.check()
    use.set(.unanswered)
    let outcome = try await outcome(of: provider, stored, token, lease)
    use.set(.answered)
    switch outcome {
    case .refreshed(var renewed):
      renewed.generation = stored.generation + 1
      renewed.clockLag = services.clockLag
      note(.answered, claim)
      return .done(await commit(renewed, of: claim))
    case .tokenRequired(var request):
      let refused = request.session ?? stored
      request.session = refused
      return .tokenRequired(request, of: refused, claim)
    case .refused(let error):
      if let fault = services.clockFault { throw fault }
      return .done(try await end(stored, error, claim))
    }
  }

  /// Checks that the server still accepts a credential that another holder has used already.
  ///
  /// - Throws: `renewal_lost` after the replay window. The session is kept, because the earlier holder may have
  ///   received the response, and stores it when that holder's host starts again.
  private func checkReplay(of claim: RenewalClaim) throws(AuthError) {
    guard let age = claim.unanswered else { return }
    note(.takenOver, claim)
    guard age < claim.replay.window else { throw Self.lost(claim.session) }
  }

  /// The error of a session whose credential another host has used.
  ///
  /// - Parameter isOver: whether the server has refused the credential since, and the record was deleted.
  static func lost(_ session: Session, isOver: Bool = false) -> AuthError {
    let remedy =
      isOver
      ? "The server now refuses the credential, and the session has ended. Sign in again."
      : "That host stores the response when it starts again. If it does not start again, sign in again."
    return AuthError(
      .renewalLost,
      "The session \(session.id) was renewed, but the server's response was lost: a host stopped or lost its "
        + "connection before it stored the response. \(remedy)", provider: session.providerID)
  }

  /// Stores the result of an earlier renewal on this host, if that renewal could not store it. The renewed credential
  /// is the only valid one, because the stored one was used to obtain it.
  ///
  /// - Returns: nil if the outbox has no result to store.
  /// - Throws: a storage code if the outbox cannot be read.
  private func storeSpooled(_ claim: RenewalClaim) async throws(AuthError) -> Outcome? {
    let outbox = SessionOutbox(services.hostRecords)
    guard let entry = try await outbox.rotation(of: claim.session.id), entry.session != claim.session,
      entry.session.generation > claim.session.generation || canOvertake(claim, entry)
    else { return nil }
    let spooled = entry.session
    do throws(AuthError) {
      // The result is stored under the fence of the claim under which it was obtained, because a later holder may have
      // a later credential.
      var base = spooled
      base.generation = min(claim.session.generation, spooled.generation &- 1)
      var earlier = RenewalClaim(session: base, fence: entry.fence ?? claim.fence, token: claim.token)
      if canOvertake(claim, entry) { earlier.replay = claim.replay }
      let result = try await claims.commitRenewal(spooled, of: earlier)
      note(RenewalEvent.Step(result), earlier, generation: spooled.generation &- 1)
      let outcome = Outcome(result, storing: spooled, from: claim.session)
      await Self.settle(outcome, outbox)
      return outcome
    } catch {
      return .unsaved(UnsavedRenewal(renewed: spooled, old: claim.session, fence: entry.fence), error)
    }
  }

  /// Whether the result of an earlier claim may replace a stored session of the same or a later generation. If the
  /// server returns another credential for each repeated use, the credential that was obtained under the highest fence
  /// is valid. Without the fence of the earlier claim, the two credentials cannot be compared.
  private func canOvertake(_ claim: RenewalClaim, _ entry: SpooledRenewal) -> Bool {
    claims.claimsExpire && claim.replay.givesNewPairs && entry.fence != nil
  }

  /// Stores the new credential. It is the only valid one, so it is written to the outbox first, from which it can be
  /// stored later if the process is killed or the store fails. An error of the outbox is only recorded.
  private func commit(_ renewed: Session, of claim: RenewalClaim) async -> Outcome {
    let outbox = SessionOutbox(services.hostRecords)
    do throws(AuthError) {
      try await outbox.spool(renewed, fence: claim.fence)
      note(.spooled, claim)
    } catch {
      services.observer.record(.store(operation: "spool", provider: provider.id, error: error))
    }
    do throws(AuthError) {
      let result = try await claims.commitRenewal(renewed, of: claim)
      let outcome = Outcome(result, storing: renewed, from: claim.session)
      note(RenewalEvent.Step(result), claim)
      await Self.settle(outcome, outbox)
      return outcome
    } catch {
      return .unsaved(UnsavedRenewal(renewed: renewed, old: claim.session, fence: claim.fence), error)
    }
  }

  /// Removes a renewed session from the outbox. If the session is neither stored nor superseded by a session of the
  /// same or a later generation, an entry for its revocation takes its place. After an error, the next start tries
  /// again.
  static func settle(_ outcome: Outcome, _ outbox: SessionOutbox) async {
    do throws(AuthError) {
      switch outcome {
      case .renewed(let renewed, _): try await outbox.unspool(renewed)
      case .superseded(let other, let unused) where unused.isSucceeded(by: other): try await outbox.unspool(unused)
      case .superseded(_, let unused), .dropped(let unused?):
        try await outbox.note(unused)
        try await outbox.unspool(unused)
      case .dropped(nil), .adopted, .refused, .unsaved: break
      }
    } catch {
      return
    }
  }
}
