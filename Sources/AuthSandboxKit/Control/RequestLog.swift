import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last 100,000 requests, without bodies, queries or secrets, so that tests can count requests.
struct RequestLog: Sendable {
  struct Entry: Sendable {
    let sequence: Int64
    let at: Date
    let provider: String
    let method: String
    let path: String
    let status: Int
    let note: String?
  }

  /// The number of entries that are kept.
  static let limit = 100_000

  /// A ring buffer: when it is full, the oldest entry is at `start`.
  private var ring: [Entry] = []
  private var start = 0
  private var lastSequence: Int64 = 0

  mutating func append(at: Date, provider: String, method: String, path: String, status: Int, note: String?) {
    lastSequence += 1
    let entry = Entry(
      sequence: lastSequence, at: at, provider: provider, method: method, path: path, status: status, note: note)
    if ring.count < Self.limit {
      ring.append(entry)
    } else {
      ring[start] = entry
      start = (start + 1) % Self.limit
    }
  }

  /// Returns the entries later than `sequence`, oldest first.
  func entries(after sequence: Int64) -> [Entry] {
    let later = lastSequence - max(0, min(lastSequence, sequence))
    let skipped = max(0, Int64(ring.count) - later)
    return (Int(skipped)..<ring.count).map { ring[(start + $0) % ring.count] }
  }

  /// Deletes the entries. The sequence numbers continue, so that an earlier value of `after` stays valid.
  mutating func clear() {
    ring = []
    start = 0
  }

  /// Returns `{"requests":[…]}` with the entries later than `sequence`, oldest first.
  func json(after sequence: Int64) -> JSONValue {
    ["requests": .array(entries(after: sequence).map(\.json))]
  }
}

extension RequestLog.Entry {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "seq": .integer(sequence), "at": .string(ISO8601.encode(at)), "provider": .string(provider),
      "method": .string(method), "path": .string(path), "status": .integer(Int64(status)),
    ]
    object["note"] = note.map { .string($0) }
    return .object(object)
  }
}
