import AuthCore

/// Reads the states of a provider's sessions that are not selected. A client renews a session by itself only while its
/// states have a reader, and the vendor's SDK renews every session.
@MainActor final class SessionReaders {
  private let auth: AuthClient
  private let provider: ProviderID
  private var readers: [SessionID: Task<Void, Never>] = [:]
  private var following: Task<Void, Never>?

  /// Begins to read, and follows the changes of the store.
  init(_ auth: AuthClient, provider: ProviderID) {
    self.auth = auth
    self.provider = provider
    let changes = auth.accountChanges()
    following = Task { [weak self] in
      await self?.update()
      for await _ in changes {
        guard let self else { return }
        await update()
      }
    }
  }

  deinit {
    following?.cancel()
    for reader in readers.values { reader.cancel() }
  }

  /// Begins to read new sessions, and ends for those that were selected or have ended.
  func update() async {
    let found: [Account]
    // After an error, the readers stay as they are until the store changes again.
    do throws(AuthError) { found = try await auth.accounts() } catch { return }
    let others = found.filter { $0.providerID == provider && !$0.isSelected }
    for id in readers.keys where !others.contains(where: { $0.id == id }) { readers.removeValue(forKey: id)?.cancel() }
    for account in others where readers[account.id] == nil { readers[account.id] = Self.read(account) }
  }

  private static func read(_ account: Account) -> Task<Void, Never> {
    Task {
      do throws(AuthError) {
        for await _ in try await account.states() {}
      } catch {
        // The provider was removed from the configuration: its sessions are not renewed.
      }
    }
  }
}
