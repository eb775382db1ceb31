import AuthCore

/// The current sign-ins of one provider instance that can be shared.
final class SharedSignIns: Sendable {
  /// Sign-ins with the same key are shared.
  struct Key: Sendable, Hashable {
    let identifier: String?
    let purpose: String
  }

  private struct WeakSignIn {
    weak var signIn: SharedSignIn?
  }

  private let known = Locked([Key: WeakSignIn]())

  /// The current sign-in, or a new one.
  func signIn(_ key: Key) -> SharedSignIn {
    known.withLock { known in
      known = known.filter { $0.value.signIn?.isOpen == true }
      if let signIn = known[key]?.signIn { return signIn }
      let signIn = SharedSignIn()
      known[key] = WeakSignIn(signIn: signIn)
      return signIn
    }
  }
}
