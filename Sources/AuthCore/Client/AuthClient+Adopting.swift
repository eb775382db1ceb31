extension AuthClient {
  /// Stores and selects the session that a flow ended with. Both steps run even if the flow is cancelled in between: a
  /// user whose session is stored but not selected would be neither signed in nor signed out.
  ///
  /// A reload may have replaced the flow's instance. If the tenant is unchanged, the current instance stores the
  /// session; otherwise the flow's instance stores it, and the session is not selected.
  ///
  /// - Returns: the session as it is stored. If the flow gave it no labels, it has those of the user's earlier session.
  /// - Throws: a storage code if the session cannot be stored or selected.
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
    // After a change of tenant, the session belongs to the earlier tenant, so it is stored but not selected.
    let isSelected = current === instance || current.provider.tenant.hasSameBytes(as: new.tenant)
    let engine = isSelected ? current : instance
    let earlier = await earlierSessions(of: new)
    var session = new
    if session.tags.isEmpty, let tags = earlier.first?.tags { session.tags = tags }
    let stored = try await engine.adopt(session, isSelected: isSelected)
    await replace(earlier, at: engine)
    // If the session is not selected, the user may still need the session of a fallback.
    if isSelected { await retireFallbacks(for: session) }
    return stored
  }

  /// The stored sessions that a new session of the same user, provider and tenant replaces, newest first. If the store
  /// cannot be read, the error is recorded as an event and the list is empty, so that the sign-in still succeeds.
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

  /// Signs the earlier sessions out, so that a user who signs in again has one session and not two. The server revokes
  /// the earlier sessions in the background; after a temporary error, the next start tries again. A session that the
  /// store cannot delete stays, and the error is recorded as an event.
  private func replace(_ earlier: [Session], at engine: ProviderSessions) async {
    for old in earlier {
      do throws(AuthError) {
        // If the account has an engine, that engine deletes the session: it then publishes the change to the readers of
        // the account's states.
        let account = setup.withLock { $0.accounts.removeValue(forKey: old.id) }
        let ended = try await (account ?? engine).delete(old, reason: .requested, noting: .replaced)
        engine.tellLater(ended)
      } catch {
        services.provider.observer.record(.store(operation: "replace", provider: old.providerID, error: error))
      }
    }
  }

  /// After a sign-in with the configured provider, deselects the selected session of each fallback if its user typed
  /// the same identifier. The deselected session stays stored as an account. An error is recorded as an event.
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
  /// Whether `new`, a later session of the same user, replaces this session: only if this session has every label of
  /// `new` with the same value. A label can distinguish parallel sessions, for example by the vendor's names for them.
  fileprivate func isReplaced(by new: Session) -> Bool { new.tags.allSatisfy { tags[$0.key] == $0.value } }
}
