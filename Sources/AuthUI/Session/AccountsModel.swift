public import AuthCore
public import Observation

/// The model of an account picker: all accounts of the app, from one or several vendors, to select, label, sign out and
/// remove.
///
/// The model follows changes in the store, including those of other processes. It keeps errors in `problem`, so that a
/// button's action needs no error handling.
///
/// ```swift
/// ForEach(accounts.accounts, id: \.id) { account in
///   Button(account.title) { Task { await accounts.select(account.id) } }
/// }
/// ```
///
/// An account can be used without being selected: `account.send(_:)` and its other calls concern only that account.
@MainActor @Observable
public final class AccountsModel {
  /// The accounts of the configured providers and their tenants, the newest sign-in first.
  public private(set) var accounts: [Account] = []
  /// Whether a call of `select`, `label`, `signOut` or `remove` is in progress.
  public private(set) var isBusy = false
  /// The error of the last call, or of a read of the list after that call; nil if there was none. The next call clears
  /// the error.
  public private(set) var problem: AuthError?
  /// What remains to do after the last sign-out, such as pages to open and sessions that the server did not revoke; nil
  /// before the first sign-out, during a sign-out, and after a failed one.
  public private(set) var signOutResult: SignOutResult?

  @ObservationIgnored private let client: AuthClient
  @ObservationIgnored private var following: Task<Void, Never>?
  /// The number of the latest read of the list. `shown` is the number of the read whose result is shown; the results of
  /// earlier reads are dropped.
  @ObservationIgnored private var asked = 0
  @ObservationIgnored private var shown = 0

  /// Creates a model that follows the accounts of a client.
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

  /// Reads the list again. An error is in `problem`.
  public func reload() async {
    asked += 1
    let mine = asked
    do throws(AuthError) {
      let found = try await client.accounts()
      guard mine > shown else { return }
      shown = mine
      accounts = found
    } catch {
      // The list is also read after a call. The error of the call takes precedence.
      problem = problem ?? error
    }
  }

  /// Makes an account the selected one of its provider. Does nothing while another call is in progress.
  ///
  /// - Returns: whether the call has selected the account. False after an error, and while another call is in progress.
  @discardableResult
  public func select(_ id: SessionID) async -> Bool {
    await attempt { [client] () throws(AuthError) in try await client.select(id) }
  }

  /// Replaces the labels that the app gave to an account. Does nothing while another call is in progress.
  public func label(_ id: SessionID, _ tags: [String: String]) async {
    await attempt { [client] () throws(AuthError) in _ = try await client.account(id).label(tags) }
  }

  /// Signs an account out on this device and at the server, even if the account is not selected. `signOutResult` then
  /// contains what remains to do. The account's history is kept, unless `options.forgetHistory` or
  /// `options.forgetDevice` is set. While another call is in progress, the function only clears `signOutResult`.
  public func signOut(_ id: SessionID, options: SignOutOptions = SignOutOptions()) async {
    signOutResult = nil
    await attempt { [self, client] () throws(AuthError) in
      signOutResult = try await client.signOut(account: id, options: options)
    }
  }

  /// Signs an account out, as `signOut(_:options:)` does, and deletes the account's history on this device.
  public func remove(_ id: SessionID) async { await signOut(id, options: SignOutOptions(forgetHistory: true)) }

  /// Removes a page from `signOutResult`: the app has opened it, or will not open it.
  public func finished(_ redirect: SignOutRedirect) {
    signOutResult?.redirects.removeAll { $0.url == redirect.url && $0.providerID == redirect.providerID }
  }

  /// Makes a call unless another is in progress, and keeps its error in `problem`.
  ///
  /// - Returns: whether the call succeeded.
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
