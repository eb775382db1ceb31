import AuthCore

@testable import AuthSandboxKit
@testable import AuthTransport

extension FuzzTarget {
  private static let state = "unguessable-state-of-one-attempt"

  /// Bytes of a connection on loopback: frames of a WebSocket (RFC 6455), and the request with a redirect. Bytes that
  /// arrive in two pieces are read as the same bytes in one.
  static let connections = FuzzTarget(name: "connections") { bytes in
    let cut = Int(bytes.first ?? 0) % max(1, bytes.count)
    require(events([bytes]) == events([Array(bytes[..<cut]), Array(bytes[cut...])]), "frames depend on the pieces")
    var request = RedirectRequest(path: "/callback", authority: "127.0.0.1:8765", state: state)
    if case .hit(let target) = request.take(bytes) {
      require(target.contains(state), "a redirect without the state was taken")
    }
  }

  private static func events(_ pieces: [[UInt8]]) -> [String] {
    var reader = WebSocketReader(limit: 4_096)
    var events: [String] = []
    for piece in pieces {
      reader.append(piece)
      do {
        while let event = try reader.next() { events.append("\(event)") }
      } catch {
        return events + ["\(error)"]
      }
    }
    return events
  }
}
