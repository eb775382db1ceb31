import AuthCore

/// The last known state of a QR code. The reading task holds this object rather than the `QRCodeLine`, so that the line
/// can be released, which closes its connection.
final class QRCodeNews: Sendable {
  private let state = Locked<Result<WaitingState, AuthError>>(.success(.open))

  var latest: Result<WaitingState, AuthError> { state.withLock { $0 } }

  /// Handles one message. Returns false if no further message matters.
  func hear(_ socket: any AuthsignalSocket, _ challengeID: String) async -> Bool {
    let heard: Result<WaitingState, AuthError>
    do {
      guard case .changed(challengeID, let state) = try QRCodeMessage(try await socket.receive()) else { return true }
      heard = .success(state)
    } catch {
      heard = .failure(
        AuthError(.flowExpired, "The WebSocket of the QR code was lost. Start again."))
    }
    state.withLock { $0 = heard }
    return heard == .success(.open)
  }
}
