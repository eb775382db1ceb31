import AuthCore

/// The last known state of a QR code. The reading task retains this object and not the `QRCodeLine`. The line can
/// therefore be released while the task runs, and the line's `deinit` closes the connection.
final class QRCodeNews: Sendable {
  private let state = Locked<Result<WaitingState, AuthError>>(.success(.open))

  var latest: Result<WaitingState, AuthError> { state.withLock { $0 } }

  /// Whether a device has scanned the code or decided. If so, the code must not be replaced.
  var isUsed: Bool { if case .success(let state) = latest { state != .open } else { false } }

  /// Reads one message and stores the state that the message reports. Returns false if no further message matters: the
  /// challenge was decided, or the connection failed.
  func hear(_ socket: any AuthsignalSocket, _ challengeID: String) async -> Bool {
    let heard: Result<WaitingState, AuthError>
    do {
      guard case .changed(challengeID, let state) = try QRCodeMessage(try await socket.receive()) else { return true }
      heard = .success(state)
    } catch {
      heard = .failure(
        AuthError(
          .flowExpired, "The WebSocket of the QR code was lost, or sent a message that cannot be read. Start again."))
    }
    state.withLock { $0 = heard }
    switch heard {
    case .success(let state): return !state.isDecided
    case .failure: return false
    }
  }
}
