/// The open sockets, each with the function that delivers the vendor's messages to the client.
struct SandboxSockets: Sendable {
  private struct Line: Sendable {
    /// The vendor's index in `SandboxState.vendors`.
    let vendor: Int
    let deliver: @Sendable (SandboxSocketNews) -> Void
  }

  private var lines: [SandboxSocketID: Line] = [:]

  var isEmpty: Bool { lines.isEmpty }
  var vendors: Set<Int> { Set(lines.values.map(\.vendor)) }

  mutating func open(
    _ id: SandboxSocketID, of vendor: Int, deliver: @escaping @Sendable (SandboxSocketNews) -> Void
  ) {
    lines[id] = Line(vendor: vendor, deliver: deliver)
  }

  func vendor(of id: SandboxSocketID) -> Int? { lines[id]?.vendor }

  /// Delivers a message; does nothing if the socket is closed.
  mutating func tell(_ id: SandboxSocketID, _ news: SandboxSocketNews) {
    guard let line = lines[id] else { return }
    if case .close = news { lines[id] = nil }
    line.deliver(news)
  }

  mutating func close(_ id: SandboxSocketID) { lines[id] = nil }

  /// Closes all sockets.
  mutating func closeAll(_ code: WebSocketCloseCode, _ reason: String) {
    for id in lines.keys { tell(id, .close(code, reason)) }
  }
}
