import AuthCore

/// The WebSocket of one QR code. It is opened with its flow, read until the QR code is decided, and closed with the
/// flow.
final class QRCodeLine: Sendable {
  private enum State {
    case closed
    case open(any AuthsignalSocket, WaitingChallenge, (news: QRCodeNews, task: Task<Void, Never>))
  }

  private let state = Locked(State.closed)

  deinit {
    // A flow that is dropped does not close its connection itself.
    guard case .open(let socket, _, let listener) = state.withLock({ $0 }) else { return }
    listener.task.cancel()
    Task { await socket.close() }
  }

  /// Opens the connection and lets the server create the challenge.
  ///
  /// - Throws: `network` for a connection that cannot be opened, `malformed_response`.
  func open(
    _ opener: AuthsignalSocketOpener, api: AuthsignalAPI, action: String, custom: JSONValue?,
    _ token: ActionToken? = nil
  ) async throws(AuthError) -> WaitingChallenge {
    guard let url = QRCodeMessage.url(of: api.baseURL) else {
      throw AuthError(.internalError, "The WebSocket's address is not a URL.")
    }
    // A token that has expired by its own claims is not sent.
    if let token, token.isExpired(at: api.clock.now()) { throw AuthsignalErrors.tokenExpired }
    await close()
    let socket: any AuthsignalSocket
    do {
      socket = try await opener(url, QRCodeMessage.subprotocols(tenant: api.tenantID, token))
      try await socket.send(QRCodeMessage.create(action: action, custom: custom))
    } catch {
      throw Self.fault(error, AuthError(.network, "The WebSocket could not be opened."))
    }
    let challenge = try await Self.created(socket)
    let news = QRCodeNews()
    let task = Task { while await news.hear(socket, challenge.id) {} }
    state.withLock { $0 = .open(socket, challenge, (news, task)) }
    return challenge
  }

  /// The challenge's state by the received messages; nil where the connection is for another challenge.
  ///
  /// - Throws: `flow_expired` when the connection was lost: no other call knows the challenge.
  func state(of challengeID: String) throws(AuthError) -> WaitingState? {
    guard case .open(_, let challenge, let listener) = state.withLock({ $0 }), challenge.id == challengeID else {
      return nil
    }
    return try listener.news.latest.get()
  }

  /// Ends the connection, with any outcome.
  func close() async {
    let last = state.withLock { state in
      defer { state = .closed }
      return state
    }
    guard case .open(let socket, _, let listener) = last else { return }
    listener.task.cancel()
    await socket.close()
  }

  private static func created(_ socket: any AuthsignalSocket) async throws(AuthError) -> WaitingChallenge {
    do {
      while true {
        if case .created(let challenge) = try QRCodeMessage(try await socket.receive()) { return challenge }
      }
    } catch {
      await socket.close()
      throw fault(error, AuthError(.network, "The WebSocket was closed before the challenge arrived."))
    }
  }

  /// The app's own errors could repeat what was sent.
  private static func fault(_ error: any Error, _ other: AuthError) -> AuthError {
    if error is CancellationError { return .cancelled }
    return error as? AuthError ?? other
  }
}
