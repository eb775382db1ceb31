import AuthCore

/// The last state of a QR code. The task that reads the connection owns it, so that a dropped connection ends.
final class QRCodeNews: Sendable {
  private let state = Locked<Result<WaitingState, AuthError>>(.success(.open))

  var latest: Result<WaitingState, AuthError> { state.withLock { $0 } }

  /// Handles one message. Returns false when no further message matters.
  func hear(_ socket: any AuthsignalSocket, _ challengeID: String) async -> Bool {
    let heard: Result<WaitingState, AuthError>
    do {
      guard case .changed(challengeID, let state) = try QRCodeMessage(try await socket.receive()) else { return true }
      heard = .success(state)
    } catch {
      heard = .failure(
        AuthError(.flowExpired, "The connection that followed the QR code was lost. Start again."))
    }
    state.withLock { $0 = heard }
    return heard == .success(.open)
  }
}
