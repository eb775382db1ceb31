extension AuthClient {
  /// Stores and selects the session that a flow ended with. Both steps run even if the flow is cancelled in between: a
  /// user whose session is stored but not selected would be neither signed in nor signed out. The flow may have
  /// outlived its instance.
  ///
  /// - Returns: the session as it is stored, with the labels of the user's earlier session.
  @discardableResult
  func adopt(_ session: Session, from instance: ProviderSessions) async throws(AuthError) -> Session {
    let storing = Task.detached { [self] () async -> Result<Session, AuthError> in
      do throws(AuthError) {
        return .success(try await adoptUncancelled(session, from: instance))
      } catch {
        return .failure(error)
      }
    }
    return try await storing.value.get()
  }

  private func adoptUncancelled(
    _ new: Session, from instance: ProviderSessions
  ) async throws(AuthError) -> Session {
    let current = setup.withLock { $0.instances[instance.provider.id] } ?? instance
    // After a change of tenant, the session belongs to the earlier tenant: it is stored, but not selected.
    let isSelected = current === instance || current.provider.tenant.hasSameBytes(as: new.tenant)
    let engine = isSelected ? current : instance
    let earlier = await earlierSessions(of: new)
    var session = new
    if session.tags.isEmpty, let tags = earlier.first?.tags { session.tags = tags }
    let stored = try await engine.adopt(session, isSelected: isSelected)
    await replace(earlier, at: engine)
    // A session that is not selected does not retire those of the fallbacks.
    if isSelected { await retireFallbacks(for: session) }
    return stored
  }

  /// The stored sessions of the same user with the same provider and tenant, newest first. An error is only recorded as
  /// an event here; a caller that asks for the sessions gets it.
  private func earlierSessions(of new: Session) async -> [Session] {
    do throws(AuthError) {
      return try await services.sessionStore.sessions(besides: new)
        .filter { $0.isReplaced(by: new) }
        .sorted { $0.createdAt > $1.createdAt }
    } catch {
      services.provider.observer.record(.store(operation: "list", provider: new.providerID, error: error))
      return []
    }
  }

  /// Signs the earlier sessions out: a user who signs in again has one session, not two. Their server is told in the
  /// background. If that fails, the next start tells it.
  private func replace(_ earlier: [Session], at engine: ProviderSessions) async {
    for old in earlier {
      do throws(AuthError) {
        // The account's own engine tells the readers of its states.
        let account = setup.withLock { $0.accounts.removeValue(forKey: old.id) }
        let ended = try await (account ?? engine).delete(old, reason: .requested, noting: .replaced)
        engine.tellLater(ended)
      } catch {
        services.provider.observer.record(.store(operation: "replace", provider: old.providerID, error: error))
      }
    }
  }

  /// After a sign-in with the configured provider, a fallback's session with the same identifier is deselected and kept
  /// as an account.
  private func retireFallbacks(for session: Session) async {
    let configuration = self.configuration
    guard session.providerID == configuration.provider, let identifier = session.identifier else { return }
    for id in configuration.fallback where id != session.providerID {
      do throws(AuthError) {
        let instance = try self.instance(id)
        guard let old = try await instance.stored(), let other = old.identifier,
          other.utf8.elementsEqual(identifier.utf8)
        else { continue }
        try await instance.deselect(old)
      } catch {
        services.provider.observer.record(.store(operation: "retire", provider: id, error: error))
      }
    }
  }
}

extension Session {
  /// Whether a new sign-in of the same user replaces this session. A sign-in with labels that this session does not
  /// have (for example a vendor's name for the session) does not replace it.
  fileprivate func isReplaced(by new: Session) -> Bool { new.tags.allSatisfy { tags[$0.key] == $0.value } }
}
