public import AuthCore
public import Observation

/// The signed-in user, for the whole app.
@MainActor @Observable
public final class SessionManager {
  /// The app's state.
  public enum Phase: Sendable, Equatable {
    /// The stored session is being read.
    case starting
    /// No user is signed in, or the session cannot be used. The notice gives the reason; nil if there is no reason to
    /// show.
    case signedOut(notice: String?)
    /// A user is signed in.
    case signedIn(Session)
  }

  /// The app's state.
  public private(set) var phase: Phase = .starting
  /// The client whose session is shown.
  @ObservationIgnored public let auth: AuthClient
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates a manager that follows the session of a client.
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

  /// Returns a model for the login screen.
  public func login() -> LoginViewModel { LoginViewModel(auth) }

  /// Signs out: deletes the session and its key.
  ///
  /// - Throws: the errors of `AuthClient.signOut()`.
  public func signOut() async throws(AuthError) { try await auth.signOut() }

  private func show(_ state: SessionState) {
    switch state {
    case .loading: phase = .starting
    case .signedIn(let session), .unverified(let session): phase = .signedIn(session)
    case .expired: phase = .signedOut(notice: "Your session has expired. Sign in again.")
    case .locked: phase = .signedOut(notice: "This device's key is not available. Unlock the device, or sign in again.")
    case .signedOut(.refused): phase = .signedOut(notice: "Your session was ended. Sign in again.")
    case .signedOut: phase = .signedOut(notice: nil)
    }
  }
}
