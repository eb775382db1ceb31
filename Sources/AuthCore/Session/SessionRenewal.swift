/// One renewal of one session, under the store's lock: the effectful half of the session engine.
struct SessionRenewal: Sendable {
  enum Outcome: Sendable {
    /// Renewed and stored here.
    case renewed(Session, from: Session)
    /// Somebody else had renewed it already.
    case adopted(Session)
    /// The server refused; the record is deleted.
    case refused(AuthError, Session)
    /// The session went away meanwhile; what the server gave is not stored.
    case dropped(Session?)
    /// The record was written anew meanwhile; it serves, and what the server gave is not stored.
    case superseded(Session, unused: Session)
  }

  private enum Step: Sendable {
    case done(Outcome)
    case tokenRequired(TokenRequest)
  }

  let provider: any SessionRefreshing
  let store: any SessionStore
  let services: ProviderServices

  /// - Parameters:
  ///   - known: the session as the caller last saw it.
  ///   - isForced: renew even if the stored session still works.
  ///   - isFresh: whether a stored session works for long enough.
  func run(
    _ known: Session, isForced: Bool, isFresh: @escaping @Sendable (Session) -> Bool
  ) async throws(AuthError) -> Outcome {
    var token: Secret?
    var generation = known.generation
    var asked = 0
    // A provider learns that it needs a token, and may find the one it gets stale: then, and only then, it names it as
    // `rejected` and is given one more.
    while true {
      let step = try await attempt(
        known, token: token, generation: generation, isForced: isForced, asked: asked > 0, isFresh: isFresh)
      switch step {
      case .done(let outcome): return outcome
      case .tokenRequired(let request):
        guard asked == 0 || (asked == 1 && request.rejected != nil) else {
          throw AuthError(.tokenRequired, "The provider asked for a token \(asked + 1) times.")
        }
        generation = request.session?.generation ?? generation
        // No lock is held while the token provider runs: it may itself need a session.
        guard let fresh = try await services.token(for: request) else {
          return try await end(
            known, AuthError(.sessionExpired, "Nobody is signed in at the app's own identity system any more."))
        }
        token = fresh
        asked += 1
      }
    }
  }

  private func attempt(
    _ known: Session, token: Secret?, generation: UInt64, isForced: Bool, asked: Bool,
    isFresh: @escaping @Sendable (Session) -> Bool
  ) async throws(AuthError) -> Step {
    let (provider, store, services) = (provider, store, services)
    return try await store.withLock(on: "session/\(known.id)") { () throws(AuthError) -> Step in
      guard let stored = try await store.load(known.id) else { return .done(.dropped(nil)) }
      guard stored.tenant == provider.tenant, stored.providerID == provider.id else {
        throw AuthError(
          .invalidRequest,
          "The session \(stored.id) was made for another tenant than '\(provider.id)' is configured for.")
      }
      // Another caller was faster, here or in another process: that session serves unless it has run out, too.
      if stored.generation > generation, isFresh(stored) { return .done(.adopted(stored)) }
      if !isForced, !asked, isFresh(stored) { return .done(.adopted(stored)) }
      // Before the credential is spent: a process that is cut off after that, or finds no room for the answer, must know.
      try await store.noteRenewal(of: stored)
      switch try await outcome(of: provider, stored, token) {
      case .refreshed(var renewed):
        renewed.generation = stored.generation + 1
        if try await store.save(renewed, replacing: stored.generation) {
          return .done(.renewed(renewed, from: stored))
        }
        let other = try await store.load(known.id)
        return .done(other.map { .superseded($0, unused: renewed) } ?? .dropped(renewed))
      case .tokenRequired(var request):
        request.session = request.session ?? stored
        return .tokenRequired(request)
      case .refused(let error):
        if let fault = services.clockFault { throw fault }
        try await delete(stored)
        return .done(.refused(error, stored))
      }
    }
  }

  private func outcome(
    of provider: any SessionRefreshing, _ session: Session, _ token: Secret?
  ) async throws(AuthError) -> RefreshOutcome {
    let answer = await Deadline.run(Self.limit, clock: services.clock) {
      () async -> Result<RefreshOutcome, AuthError> in
      do throws(AuthError) {
        return .success(try await provider.refresh(session, token: token))
      } catch {
        return .failure(error)
      }
    }
    guard let answer else {
      throw AuthError(.timeout, "'\(provider.id)' gave no answer to a renewal within \(Self.limit).")
    }
    do throws(AuthError) {
      let outcome = try answer.get()
      if case .refreshed(let renewed) = outcome { try Self.check(renewed, renews: session) }
      return outcome
    } catch where error.code.exitStatus != 75 {
      throw services.clockFault ?? error
    }
  }

  /// How long a provider may take for a renewal: longer than its requests with all their repetitions. It holds the
  /// store's lock meanwhile.
  static let limit = Duration.seconds(120)

  /// A renewal gives the same session a new credential, and nothing else (OpenID Connect Core §12.2).
  ///
  /// - Throws: `malformed_response` where it is another session's, tenant's or user's.
  private static func check(_ renewed: Session, renews old: Session) throws(AuthError) {
    let field: String
    if !same(renewed.subject, old.subject) {
      field = "user"
    } else if !same(renewed.tenant, old.tenant) {
      field = "tenant"
    } else if renewed.id != old.id || renewed.providerID != old.providerID {
      field = "session"
    } else {
      return
    }
    throw AuthError(
      .malformedResponse,
      "The renewal gave the credential of another \(field); it is not used, and the session is kept.",
      provider: old.providerID)
  }

  /// By bytes: texts that look alike are not the same user.
  private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

  private func end(_ session: Session, _ error: AuthError) async throws(AuthError) -> Outcome {
    if let fault = services.clockFault { throw fault }
    try await delete(session)
    return .refused(error, session)
  }

  private func delete(_ session: Session) async throws(AuthError) {
    try await store.deselecting(session, after: { [store] () throws(AuthError) in try await store.delete(session.id) })
  }
}
