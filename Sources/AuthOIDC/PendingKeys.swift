import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys of flows that have no session yet. A record names each of them, so that the key of a flow that never ended
/// is deleted by a later flow.
struct PendingKeys: Sendable {
  let providerID: ProviderID
  let services: ProviderServices

  /// No flow continues after this many seconds, a day: a suspended flow can be resumed for an hour.
  static let lifetime: Double = 86_400

  /// Makes the key of a flow, after deleting the keys of abandoned flows.
  ///
  /// - Throws: the errors of the key store and the record store.
  func make() async throws(AuthError) -> KeyReference {
    try await collect()
    let key = try await services.keys.generate(.p256, namespace: providerID.rawValue)
    let record: JSONValue = ["key": key.json, "at": .number(services.clock.now().timeIntervalSince1970)]
    do throws(AuthError) {
      try await records.replace(record.serializedSecret, for: key.keyID)
    } catch {
      try? await services.keys.delete(key)
      throw error
    }
    return key
  }

  /// Removes the record of a key that now belongs to a session.
  ///
  /// - Throws: the errors of the record store.
  func settle(_ key: KeyReference) async throws(AuthError) {
    try await records.remove(key.keyID, expecting: nil)
  }

  /// Deletes a key to which no token is bound. An error is ignored: the record stays, and a later flow tries again.
  func discard(_ key: KeyReference) async {
    do throws(AuthError) {
      try await services.keys.delete(key)
      try await settle(key)
    } catch {
      services.observer.record(.step(provider: providerID, name: "delete_key_failed"))
    }
  }

  private func collect() async throws(AuthError) {
    let now = services.clock.now().timeIntervalSince1970
    for name in try await records.readableKeys() {
      guard let record = try await records.read(name), let json = try? JSONValue(parsing: record.value),
        let key = KeyReference(json: json["key"]), let start = json["at"]?.numberValue, start + Self.lifetime < now
      else { continue }
      await discard(key)
    }
  }

  private var records: any RecordStore { services.records.namespaced("pending-keys") }
}
