import AuthCore

/// The WebSocket of one picture: opened with its flow, listened to until the picture is decided, closed with the flow.
final class QRCodeLine: Sendable {
  private enum State {
    case closed
    case open(any AuthsignalSocket, WaitingChallenge, (news: QRCodeNews, task: Task<Void, Never>))
  }

  private let state = Locked(State.closed)

  deinit {
    // A flow that was forgotten closes no line itself.
    guard case .open(let socket, _, let listener) = state.withLock({ $0 }) else { return }
    listener.task.cancel()
    Task { await socket.close() }
  }

  /// Opens the line and has the server make the challenge.
  ///
  /// - Throws: `network` for a line that cannot be opened, `malformed_response`.
  func open(
    _ opener: AuthsignalSocketOpener, api: AuthsignalAPI, action: String, custom: JSONValue?,
    _ token: ActionToken? = nil
  ) async throws(AuthError) -> WaitingChallenge {
    guard let url = QRCodeMessage.url(of: api.baseURL) else {
      throw AuthError(.internalError, "The WebSocket's address is no URL.")
    }
    // A token that is past its time by its own words is not sent.
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

  /// How the challenge stands by what was heard; nil where the line is not this challenge's.
  ///
  /// - Throws: `flow_expired` when the line was lost: no other call knows the challenge.
  func state(of challengeID: String) throws(AuthError) -> WaitingState? {
    guard case .open(_, let challenge, let listener) = state.withLock({ $0 }), challenge.id == challengeID else {
      return nil
    }
    return try listener.news.latest.get()
  }

  /// Ends it, whatever came of it.
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
      throw fault(error, AuthError(.network, "The WebSocket was closed before there was a challenge."))
    }
  }

  /// The app's own errors could hold what was sent.
  private static func fault(_ error: any Error, _ other: AuthError) -> AuthError {
    if error is CancellationError { return .cancelled }
    return error as? AuthError ?? other
  }
}
