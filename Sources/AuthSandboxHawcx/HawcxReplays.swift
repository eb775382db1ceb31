import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The responses of the last 60 seconds, by the ids of the flow and of the request. A client that repeats a request
/// because the response was lost gets the first response again, and does not use up a code twice (H7).
struct HawcxReplays: Sendable {
  static let lifetime = 60.0

  private struct Entry: Sendable {
    let at: Date
    let body: [UInt8]
    let response: SandboxResponse
  }

  private var entries: [String: Entry] = [:]

  /// The earlier response to a repeated request; nil for a new request. A request with a known id but another body is
  /// new.
  func answer(_ id: String, body: [UInt8], now: Date) -> SandboxResponse? {
    guard let entry = entries[id], now.timeIntervalSince(entry.at) <= Self.lifetime, entry.body == body else {
      return nil
    }
    return entry.response
  }

  mutating func remember(_ id: String, body: [UInt8], response: SandboxResponse, now: Date) {
    if entries.count > 1000 { entries = entries.filter { now.timeIntervalSince($0.value.at) <= Self.lifetime } }
    entries[id] = Entry(at: now, body: body, response: response)
  }
}
