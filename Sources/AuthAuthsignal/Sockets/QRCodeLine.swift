import AuthCore

/// The WebSocket of a flow's QR code. It is opened by the flow, read until the challenge is decided, and closed when
/// the flow ends. Each new QR code of the flow has a new connection.
final class QRCodeLine: Sendable {
  private enum State: Sendable {
    case closed
    case open(any AuthsignalSocket, WaitingChallenge, (news: QRCodeNews, task: Task<Void, Never>))
  }

  private let state = Locked(State.closed)

  deinit {
    // A flow that is released before it ends does not close its connection itself.
    guard case .open(let socket, _, let listener) = state.withLock({ $0 }) else { return }
    listener.task.cancel()
    Task { await socket.close() }
  }

  /// Opens a connection and asks the server to create a challenge. A connection of an earlier QR code is then closed.
  /// If the earlier code was scanned or decided in the meantime, that code and its connection stay instead, so that no
  /// decision that was read is lost.
  ///
  /// DESIGN A115: the vendor's client requests the new code over the connection of the earlier one.
  ///
  /// - Returns: the challenge whose state this line reports.
  /// - Throws: `network` if the connection cannot be opened or ends before the challenge is created;
  ///   `malformed_response` for a message that cannot be read; `token_expired`, before anything is sent, for a token
  ///   that has expired according to its claims; `cancelled`; `internal` if no WebSocket address can be derived from
  ///   the API's address; an `AuthError` of the opener or the socket.
  func open(
    _ opener: AuthsignalSocketOpener, api: AuthsignalAPI, action: String, custom: JSONValue?,
    _ token: ActionToken? = nil
  ) async throws(AuthError) -> WaitingChallenge {
    guard let url = QRCodeMessage.url(of: api.baseURL) else {
      throw AuthError(
        .internalError,
        "No WebSocket address can be derived from the API's address. Report this to Latchkey's maintainers.")
    }
    // A token that has expired according to its claims is not sent.
    if let token, token.isExpired(at: api.clock.now()) { throw AuthsignalErrors.tokenExpired }
    let socket: any AuthsignalSocket
    do {
      socket = try await opener(url, QRCodeMessage.subprotocols(tenant: api.tenantID, token))
      try await socket.send(QRCodeMessage.create(action: action, custom: custom))
    } catch {
      throw Self.fault(
        error, AuthError(.network, "The WebSocket could not be opened. Check the network and try again."))
    }
    let challenge = try await Self.created(socket)
    let news = QRCodeNews()
    let task = Task { while await news.hear(socket, challenge.id) {} }
    let opened = State.open(socket, challenge, (news, task))
    let (current, unused) = state.withLock { state -> (WaitingChallenge, State) in
      if case .open(_, let earlier, let listener) = state, listener.news.isUsed { return (earlier, opened) }
      defer { state = opened }
      return (challenge, state)
    }
    await Self.close(unused)
    return current
  }

  /// The state of the challenge according to the received messages; nil if no connection is open for this challenge.
  ///
  /// - Throws: `flow_expired` if the connection was lost or a message could not be read. The challenge cannot be polled
  ///   instead, because the server reports its state only over the connection that created it.
  func state(of challengeID: String) throws(AuthError) -> WaitingState? {
    guard case .open(_, let challenge, let listener) = state.withLock({ $0 }), challenge.id == challengeID else {
      return nil
    }
    return try listener.news.latest.get()
  }

  /// Closes the connection, if one is open.
  func close() async {
    let last = state.withLock { state in
      defer { state = .closed }
      return state
    }
    await Self.close(last)
  }

  private static func close(_ state: State) async {
    guard case .open(let socket, _, let listener) = state else { return }
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
      throw fault(error, AuthError(.network, "The WebSocket was closed before the challenge was created. Try again."))
    }
  }

  /// Returns an `AuthError` unchanged, and replaces any other error, because an error of the app's socket could contain
  /// the token that was sent.
  private static func fault(_ error: any Error, _ other: AuthError) -> AuthError {
    if error is CancellationError { return .cancelled }
    return error as? AuthError ?? other
  }
}
