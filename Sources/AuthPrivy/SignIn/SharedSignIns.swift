import AuthCore

/// The sign-ins of one provider instance that can be shared now.
final class SharedSignIns: Sendable {
  /// Which sign-ins are the same.
  struct Key: Sendable, Hashable {
    let identifier: String?
    let purpose: String
  }

  private struct WeakSignIn {
    weak var signIn: SharedSignIn?
  }

  private let known = Locked([Key: WeakSignIn]())

  /// The sign-in that is under way, or a new one.
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
