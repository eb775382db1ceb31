import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last 100,000 requests, without bodies and queries, so that tests can count requests. The last 1000 also have
/// their decoded credentials, for the page of the request log.
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
  private(set) var lastSequence: Int64 = 0
  /// The credentials of the last requests that had any, by sequence number.
  private var details: [Int64: RequestDetail] = [:]

  /// How many of the last requests keep their credentials, which need more memory than an entry.
  static let detailLimit: Int64 = 1000

  mutating func append(
    at: Date, provider: String, method: String, path: String, status: Int, note: String?, detail: RequestDetail? = nil
  ) {
    lastSequence += 1
    if let detail, !detail.isEmpty { details[lastSequence] = detail }
    details[lastSequence - Self.detailLimit] = nil
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

  /// Returns the entry with a sequence number; nil if the log no longer has it.
  func entry(_ sequence: Int64) -> Entry? {
    sequence > 0 && sequence <= lastSequence
      ? entries(after: sequence - 1).first.flatMap { $0.sequence == sequence ? $0 : nil } : nil
  }

  /// Returns the credentials of a request; nil if it had none, or if the log no longer has them.
  func detail(of sequence: Int64) -> RequestDetail? { details[sequence] }

  /// Whether the log still keeps the credentials of a request, if it had any.
  func keepsDetail(of sequence: Int64) -> Bool { sequence > lastSequence - Self.detailLimit }

  /// Deletes the entries. The sequence numbers continue, so that an earlier value of `after` stays valid.
  mutating func clear() {
    ring = []
    start = 0
    details = [:]
  }

  /// Returns `{"requests":[…]}` with the entries later than `sequence`, oldest first.
  func json(after sequence: Int64) -> JSONValue {
    ["requests": .array(entries(after: sequence).map(\.json))]
  }
}

extension RequestLog {
  /// Returns one entry with its credentials, `credentials` and `issued`; nil if the log no longer has it.
  func json(of sequence: Int64) -> JSONValue? {
    guard var object = entry(sequence)?.json.objectValue else { return nil }
    let detail = detail(of: sequence)
    object["credentials"] = .array((detail?.presented ?? []).map(\.json))
    object["issued"] = .array((detail?.issued ?? []).map(\.json))
    return .object(object)
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
