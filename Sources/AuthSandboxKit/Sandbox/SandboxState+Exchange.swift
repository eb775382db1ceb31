import AuthCore

extension SandboxState {
  /// Returns the response to a request, with CORS headers, but without faults and without an entry in the log.
  mutating func handle(_ request: SandboxRequest) -> SandboxResponse {
    let access = access(of: request, routeClass(of: request))
    if let answer = access.preflight(request) ?? access.refusedHandshake(request) ?? gateRefusal(of: request) {
      return answer
    }
    defer { spread() }
    return access.marked(route(request).response)
  }

  /// Performs one exchange: applies the matching fault, writes the log entry, and adds CORS headers to every response,
  /// because a script must also be able to read the status of a failure. Preflight requests, requests that
  /// `LoopbackGate` refuses, refused handshakes, pages and control routes have neither faults nor log entries.
  mutating func exchange(_ request: SandboxRequest) -> SandboxExchange {
    let routeClass = routeClass(of: request)
    let access = access(of: request, routeClass)
    if let answer = access.preflight(request) ?? access.refusedHandshake(request) ?? gateRefusal(of: request) {
      return SandboxExchange(response: answer)
    }
    defer { spread() }
    var exchange =
      routeClass.isWatched ? watchedExchange(request) : SandboxExchange(response: route(request).response)
    exchange.response = exchange.response.map(access.marked)
    return exchange
  }

  /// Returns `refusal` with CORS headers. The HTTP server itself refuses the request, before any route handles it. A
  /// request that `LoopbackGate` refuses gets that refusal.
  func refused(_ request: SandboxRequest, _ refusal: SandboxResponse) -> SandboxResponse {
    gateRefusal(of: request) ?? access(of: request, routeClass(of: request)).marked(refusal)
  }

  private func access(of request: SandboxRequest, _ routeClass: RouteClass) -> CrossOriginAccess {
    CrossOriginAccess(request, routeClass, world)
  }

  private mutating func watchedExchange(_ request: SandboxRequest) -> SandboxExchange {
    let presented = credentials(of: request)
    switch faults.take(request.rawPath) {
    case nil: return SandboxExchange(response: answer(request, presented))
    case .status(let status, let headers):
      var response = SandboxResponse.refusal(
        status, "injected_fault",
        "A fault was injected for this path with POST /sandbox/faults. Post the same fault with times: 0 to remove it.")
      for field in headers { response.headers[field.name] = field.value }
      record(
        request, status: status, provider: provider(of: request), note: "fault: status",
        RequestDetail(presented: presented, issued: []))
      return SandboxExchange(response: response)
    case .drop(let handled):
      let lost = handled ? route(request).response : nil
      if let lost { discard(lost) }
      record(
        request, status: 0, provider: provider(of: request), note: "fault: drop",
        RequestDetail(presented: presented, issued: lost?.issuedTokens ?? []))
      return SandboxExchange(response: nil)
    case .delay(let duration):
      return SandboxExchange(response: answer(request, presented, note: "fault: delay"), delay: duration)
    case .truncate:
      let response = answer(request, presented, note: "fault: truncate")
      return response.socket == nil ? SandboxExchange(response: response, isTruncated: true) : broken(response)
    case .garbage:
      var response = answer(request, presented, note: "fault: garbage")
      guard response.socket == nil else { return broken(response) }
      response.body = Array("\u{1}<garbage>{\"".utf8) + world.random.bytes(24)
      return SandboxExchange(response: response)
    case .duplicate:
      // This imitates a network that delivers a request twice: the client sees the first response.
      let response = answer(request, presented)
      discard(answer(request, credentials(of: request), note: "fault: duplicate"))
      return SandboxExchange(response: response)
    }
  }

  /// Discards the response to a WebSocket handshake, which has no body to damage: the connection closes instead.
  private mutating func broken(_ response: SandboxResponse) -> SandboxExchange {
    discard(response)
    return SandboxExchange(response: nil)
  }

  /// Removes the socket that a response would have opened, when the response is not sent.
  private mutating func discard(_ response: SandboxResponse) {
    if let socket = response.socket { detach(socket) }
  }

  private mutating func answer(
    _ request: SandboxRequest, _ presented: [SandboxCredential], note: String? = nil
  ) -> SandboxResponse {
    let (response, provider) = route(request)
    recording?.append(request, provider: provider, response)
    let notes = [note, response.note].compactMap(\.self)
    record(
      request, status: response.status, provider: provider,
      note: notes.isEmpty ? nil : notes.joined(separator: "; "),
      RequestDetail(presented: presented, issued: response.issuedTokens))
    return response
  }

  private mutating func record(
    _ request: SandboxRequest, status: Int, provider: String, note: String?, _ detail: RequestDetail
  ) {
    log.append(
      at: world.now, provider: provider, method: request.method, path: request.rawPath, status: status, note: note,
      detail: detail)
  }

  /// Returns the name of the path's owner in the log.
  private func provider(of request: SandboxRequest) -> String {
    request.decodedPath.map { provider(owner(of: $0)) } ?? "sandbox"
  }
}
