import AuthCore

extension SandboxState {
  /// The answer to a request, without faults and log, as a browser may read it.
  mutating func handle(_ request: SandboxRequest) -> SandboxResponse {
    let access = access(of: request, routeClass(of: request))
    return access.preflight(request) ?? access.marked(route(request).response)
  }

  /// One request on the wire: the fault that fits is applied, the log gets its line, and whatever becomes of it is
  /// marked for the browser, since a client in a page has to see a failure's status, too.
  mutating func exchange(_ request: SandboxRequest) -> SandboxExchange {
    let routeClass = routeClass(of: request)
    let access = access(of: request, routeClass)
    if let answer = access.preflight(request) { return SandboxExchange(response: answer) }
    var exchange =
      routeClass.isWatched ? watchedExchange(request) : SandboxExchange(response: route(request).response)
    exchange.response = exchange.response.map(access.marked)
    return exchange
  }

  /// A refusal of the server itself, which never reached a route.
  func refused(_ request: SandboxRequest, _ refusal: SandboxResponse) -> SandboxResponse {
    access(of: request, routeClass(of: request)).marked(refusal)
  }

  private func access(of request: SandboxRequest, _ routeClass: RouteClass) -> CrossOriginAccess {
    CrossOriginAccess(request, routeClass, world)
  }

  private mutating func watchedExchange(_ request: SandboxRequest) -> SandboxExchange {
    switch faults.take(request.rawPath) {
    case nil: return SandboxExchange(response: answer(request))
    case .status(let status, let headers):
      var response = SandboxResponse.refusal(status, "injected_fault", "The sandbox was asked to fail here.")
      for field in headers { response.headers[field.name] = field.value }
      record(request, status: status, provider: provider(of: request), note: "fault: status")
      return SandboxExchange(response: response)
    case .drop(let handled):
      if handled { _ = route(request) }
      record(request, status: 0, provider: provider(of: request), note: "fault: drop")
      return SandboxExchange(response: nil)
    case .delay(let duration):
      return SandboxExchange(response: answer(request, note: "fault: delay"), delay: duration)
    case .truncate:
      return SandboxExchange(response: answer(request, note: "fault: truncate"), isTruncated: true)
    case .garbage:
      var response = answer(request, note: "fault: garbage")
      response.body = Array("\u{1}<garbage>{\"".utf8) + world.random.bytes(24)
      return SandboxExchange(response: response)
    case .duplicate:
      // As when the network delivers a request twice: the client sees the first answer.
      let response = answer(request)
      _ = answer(request, note: "fault: duplicate")
      return SandboxExchange(response: response)
    }
  }

  private mutating func answer(_ request: SandboxRequest, note: String? = nil) -> SandboxResponse {
    let (response, provider) = route(request)
    recording?.append(request, provider: provider, response)
    let notes = [note, response.note].compactMap(\.self)
    record(
      request, status: response.status, provider: provider,
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
    return response
  }

  private mutating func record(_ request: SandboxRequest, status: Int, provider: String, note: String?) {
    log.append(
      at: world.now, provider: provider, method: request.method, path: request.rawPath, status: status, note: note)
  }

  /// Whose path it is, without asking for an answer.
  private func provider(of request: SandboxRequest) -> String {
    request.decodedPath.map { provider(owner(of: $0)) } ?? "sandbox"
  }
}
