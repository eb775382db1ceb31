public import AuthCore
public import Observation

/// All accounts of an app, of several vendors and several of one, as a picker sees them: choose, label, sign out, remove.
///
/// Follows what is changed in the store, by whichever process. What goes wrong is kept in `problem`, so that a button's
/// action needs no error handling of its own.
///
/// ```swift
/// ForEach(accounts.accounts, id: \.id) { account in
///   Button(account.title) { Task { await accounts.select(account.id) } }
/// }
/// ```
///
/// An account need not be selected to be used: `account.send(_:)` and its sisters mean it alone.
@MainActor @Observable
public final class AccountsModel {
  /// The accounts of the configured providers and their tenants, the newest sign-in first.
  public private(set) var accounts: [Account] = []
  /// Whether something is under way.
  public private(set) var isBusy = false
  /// Why the last thing could not be done.
  public private(set) var problem: AuthError?
  /// What the last sign-out left to do: pages to open, servers that could not be told.
  public private(set) var signOutResult: SignOutResult?

  @ObservationIgnored private let client: AuthClient
  @ObservationIgnored private var following: Task<Void, Never>?
  /// How often the list was asked for, and which answer is shown: one that was asked for earlier comes too late.
  @ObservationIgnored private var asked = 0
  @ObservationIgnored private var shown = 0

  /// Follows the accounts of a client.
  public init(_ client: AuthClient) {
    self.client = client
    let changes = client.accountChanges()
    following = Task { [weak self] in
      await self?.reload()
      for await _ in changes {
        guard let self else { return }
        await reload()
      }
    }
  }

  deinit { following?.cancel() }

  /// The selected account of each provider that has one.
  public var selected: [Account] { accounts.filter(\.isSelected) }

  /// Reads the list again.
  public func reload() async {
    asked += 1
    let mine = asked
    do throws(AuthError) {
      let found = try await client.accounts()
      guard mine > shown else { return }
      shown = mine
      accounts = found
    } catch {
      problem = error
    }
  }

  /// Makes an account the selected one of its provider; does nothing while something else is under way.
  ///
  /// - Returns: whether it is selected now.
  @discardableResult
  public func select(_ id: SessionID) async -> Bool {
    await attempt { [client] () throws(AuthError) in try await client.select(id) }
  }

  /// Gives an account the app's own labels, in the place of those that it has.
  public func label(_ id: SessionID, _ tags: [String: String]) async {
    await attempt { [client] () throws(AuthError) in _ = try await client.account(id).label(tags) }
  }

  /// Signs an account out, selected or not, and tells its server; see `signOutResult` for what that leaves to do. Its
  /// history is kept.
  public func signOut(_ id: SessionID, options: SignOutOptions = SignOutOptions()) async {
    signOutResult = nil
    await attempt { [self, client] () throws(AuthError) in
      signOutResult = try await client.signOut(account: id, options: options)
    }
  }

  /// The same, and nothing of the account is kept here.
  public func remove(_ id: SessionID) async { await signOut(id, options: SignOutOptions(forgetHistory: true)) }

  /// Notes that the page of a sign-out has been opened, or is not going to be.
  public func finished(_ redirect: SignOutRedirect) {
    signOutResult?.redirects.removeAll { $0.url == redirect.url && $0.providerID == redirect.providerID }
  }

  /// - Returns: whether it was done.
  @discardableResult
  private func attempt(_ body: @MainActor () async throws(AuthError) -> Void) async -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    problem = nil
    var isDone = true
    do throws(AuthError) {
      try await body()
    } catch {
      isDone = false
      problem = error
    }
    await reload()
    isBusy = false
    return isDone
  }
}
