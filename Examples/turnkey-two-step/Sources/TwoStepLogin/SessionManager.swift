public import AuthCore
public import Observation

/// Who is signed in, for the whole app.
@MainActor @Observable
public final class SessionManager {
  /// Where the app stands.
  public enum Phase: Sendable, Equatable {
    /// The stored session is being read.
    case starting
    /// Somebody has to sign in; why nobody is any more, where that is worth saying.
    case signedOut(notice: String?)
    /// Somebody is signed in.
    case signedIn(Session)
  }

  /// Where the app stands.
  public private(set) var phase: Phase = .starting
  /// The client behind it.
  @ObservationIgnored public let auth: AuthClient
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Follows the session of a client.
  public init(_ auth: AuthClient) {
    self.auth = auth
    let states = auth.states
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.show(state)
      }
    }
  }

  deinit { following?.cancel() }

  /// A login screen's model.
  public func login() -> LoginViewModel { LoginViewModel(auth) }

  /// Signs out: the key is forgotten, and with it the session.
  public func signOut() async throws(AuthError) { try await auth.signOut() }

  private func show(_ state: SessionState) {
    switch state {
    case .loading: phase = .starting
    case .signedIn(let session), .unverified(let session): phase = .signedIn(session)
    case .expired: phase = .signedOut(notice: "Your session has run out. Sign in again.")
    case .locked: phase = .signedOut(notice: "This device's key cannot be reached. Unlock it, or sign in again.")
    case .signedOut(.refused): phase = .signedOut(notice: "Your session was ended. Sign in again.")
    case .signedOut: phase = .signedOut(notice: nil)
    }
  }
}
