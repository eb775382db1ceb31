import AuthCore

/// Keeps the opener that the app supplied to this client.
final class SocketOpenerBox: Sendable {
  private let opener = Locked<AuthsignalSocketOpener?>(nil)

  var current: AuthsignalSocketOpener? { opener.withLock { $0 } }

  func set(_ new: AuthsignalSocketOpener?) { opener.withLock { $0 = new } }
}
