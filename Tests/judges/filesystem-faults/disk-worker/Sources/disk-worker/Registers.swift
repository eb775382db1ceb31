import AuthCore
import AuthCrypto
import AuthPrivy
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that a store contains, by name. A value is a generation and a digest, so that two values are equal only
/// if their contents are.
struct Registers {
  static let providers: [ProviderID] = ["example", "privy"]
  static let namespaces = ["", "space"]
  static let keyNamespace = "judge"

  private(set) var values = JSONObject()

  /// Reads all registers. The errors of single records are counted by `FileStorage.inventory()`.
  init(_ place: Place) async throws(AuthError) {
    for session in try await place.sessions.list() {
      values["session/" + session.id.rawValue] = .string(Self.value(of: session))
      if try await place.sessions.hasUnfinishedRenewal(of: session) {
        values["note/" + session.id.rawValue] = .string(String(session.generation))
      }
    }
    for provider in Self.providers {
      if let selected = try await place.sessions.selection(for: provider) {
        values["selection/" + provider.rawValue] = .string(selected.rawValue)
      }
    }
    for namespace in Self.namespaces {
      let records: any RecordStore = namespace.isEmpty ? place.records : place.records.namespaced(namespace)
      for key in try await records.keys() {
        guard let record = try await records.read(key) else { continue }
        values["record/" + namespace + "/" + key] = .string(Self.digest(record.value))
      }
    }
    for key in try await place.keys.keys(in: Self.keyNamespace) {
      values["key/" + Hex.encode(key.publicKey)] = .string("")
    }
    try await readOutbox(of: place)
  }

  private mutating func readOutbox(of place: Place) async throws(AuthError) {
    let outbox = place.records.namespaced("privy").namespaced("outbox")
    for key in try await outbox.keys() {
      guard let record = try await outbox.read(key) else { continue }
      values["outbox/" + key] = .string(Self.value(of: try SessionRecord.decode(record.value)))
    }
  }

  private static func value(of session: Session) -> String {
    "\(session.generation) \(digest(SessionRecord.encode(session)))"
  }

  private static func digest(_ secret: Secret) -> String {
    Hex.encode(secret.withBytes { Array(SHA256.hash(data: $0)) }.prefix(8))
  }
}
