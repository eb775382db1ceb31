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

  /// A code in the outbox that is not among `seen`; waits up to ten seconds for one.
  ///
  /// - Parameter identifier: the user whose messages are read; nil for the messages of all users.
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
        .invalidRequest, "--outbox takes an http or https URL, such as http://127.0.0.1:8787/sandbox/outbox.")
    }
    let response = try await transport.send(TransportRequest("GET", address))
    guard response.isSuccess, let messages = try response.json()["messages"]?.arrayValue else {
      throw AuthError(.invalidRequest, "--outbox: \(url) is not a sandbox's outbox (HTTP \(response.status)).")
    }
    return messages.compactMap { message in
      guard let id = message["id"]?.stringValue ?? message["id"]?.integerValue.map(String.init),
        let code = message["code"]?.stringValue
      else { return nil }
      return (id, Secret(code))
    }
  }
}
