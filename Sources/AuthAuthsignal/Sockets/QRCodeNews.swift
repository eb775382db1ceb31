import AuthCore

/// What was heard last of a picture. Held by the task that listens, so that a forgotten line ends.
final class QRCodeNews: Sendable {
  private let state = Locked<Result<WaitingState, AuthError>>(.success(.open))

  var latest: Result<WaitingState, AuthError> { state.withLock { $0 } }

  /// Takes in one message; false once there is nothing more to hear.
  func hear(_ socket: any AuthsignalSocket, _ challengeID: String) async -> Bool {
    let heard: Result<WaitingState, AuthError>
    do {
      guard case .changed(challengeID, let state) = try QRCodeMessage(try await socket.receive()) else { return true }
      heard = .success(state)
    } catch {
      heard = .failure(
        AuthError(.flowExpired, "The connection that followed the QR code was lost; start again."))
    }
    state.withLock { $0 = heard }
    return heard == .success(.open)
  }
}
