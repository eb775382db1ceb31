import AuthCore

extension SandboxState {
  /// One request on the wire: the fault that fits is applied, and the log gets its line.
  ///
  /// Control routes are neither logged nor disturbed: a fault on `/` must not shut out who would take it away.
  mutating func exchange(_ request: SandboxRequest) -> SandboxExchange {
    let isControl = request.decodedPath.map { path in
      Self.isPage(path)
        || Self.mount(in: ["/sandbox"], of: path) != nil && Self.mount(in: ["/sandbox/idp"], of: path) == nil
    }
    if isControl == true { return SandboxExchange(response: route(request).response) }
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
    let path = request.decodedPath ?? ""
    if path.hasPrefix("/backend") { return "backend" }
    if path.hasPrefix("/sandbox/idp") { return "idp" }
    return vendors.first { Self.mount(in: $0.mounts, of: path) != nil }?.name ?? "sandbox"
  }
}
