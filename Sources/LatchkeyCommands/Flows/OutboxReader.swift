import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads codes from a sandbox's outbox.
struct OutboxReader: Sendable {
  let url: URL
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// The id and the code of the last message in the outbox whose id is not in `seen`. Reads the outbox every 200 ms,
  /// and returns nil if no such message arrives within ten seconds.
  ///
  /// - Parameters:
  ///   - identifier: the user whose messages are read; nil for the messages of all users.
  ///   - seen: the ids of the messages to ignore.
  /// - Throws: `cancelled`; `invalid_request` for a URL that is not a sandbox's outbox; `malformed_response`; the
  ///   errors of the transport.
  func code(to identifier: String?, after seen: Set<String>) async throws(AuthError) -> (id: String, code: Secret)? {
    for _ in 0..<50 {
      let fresh = try await messages(to: identifier).last { !seen.contains($0.id) }
      if let fresh { return fresh }
      do throws(CancellationError) { try await clock.sleep(for: .milliseconds(200)) } catch { throw .cancelled }
    }
    return nil
  }

  /// The ids of the messages that are already in the outbox.
  func seen(to identifier: String?) async throws(AuthError) -> Set<String> {
    Set(try await messages(to: identifier).map(\.id))
  }

  private func messages(to identifier: String?) async throws(AuthError) -> [(id: String, code: Secret)] {
    var text = url.absoluteString
    if let identifier { text += (text.contains("?") ? "&" : "?") + "to=" + PercentEncoding.encode(identifier) }
    guard let address = URL(string: text) else {
      throw AuthError(
        .invalidRequest,
        "--outbox takes an https URL, or an http URL on loopback, such as http://127.0.0.1:8787/sandbox/outbox.")
    }
    let response = try await transport.send(TransportRequest("GET", address))
    guard response.isSuccess, let messages = try response.json()["messages"]?.arrayValue else {
      throw AuthError(
        .invalidRequest,
        "--outbox: \(url) did not return a sandbox's messages (HTTP \(response.status)). Use the address of a running "
          + "sandbox, such as http://127.0.0.1:8787/sandbox/outbox.")
    }
    return messages.compactMap { message in
      guard let id = message["id"]?.stringValue ?? message["id"]?.integerValue.map(String.init),
        let code = message["code"]?.stringValue
      else { return nil }
      return (id, Secret(code))
    }
  }
}
