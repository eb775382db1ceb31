import AuthCore
import AuthStorage

/// A program that starts in a directory after a crash: what it finds, and whether it can go on.
struct Reader {
  let root: String
  let wrapping: String
  /// The configuration of a client; empty for none.
  let configuration: String

  /// `registers` as they are found, `restarted` after a client without a network has started, `rotated` after the keys
  /// were changed, and the faults that were met.
  func report() async -> JSONObject {
    var report: JSONObject = ["root": .string(root)]
    var step = "open"
    do {
      let inventory = try place().storage.inventory()
      report["unreadable"] = .array(inventory.unreadable.map { .string($0.error.message) })
      report["quarantined"] = .integer(Int64(inventory.quarantined.count))
      report["registers"] = .object(try await Registers(place()).values)
      if !configuration.isEmpty {
        step = "restart"
        let loaded = try AuthConfiguration.load(contentsOf: configuration)
        let auth = try House.offlineClient(loaded, place())
        _ = try await auth.storedSession()
        await auth.settle()
        report["restarted"] = .object(try await Registers(place()).values)
      }
      step = "write"
      try await write()
      step = "rotate"
      try await place().storage.rotateWrappingKey()
      report["rotated"] = .object(try await Registers(place()).values)
    } catch {
      report["fault"] = .string("\(step): \(error)")
    }
    return report
  }

  private func place() throws(AuthError) -> Place { try Place(root: root, wrapping: wrapping) }

  /// Saves a session, finds it with another object, and deletes it.
  private func write() async throws {
    let probe = User.session("probe", 1)
    try await place().sessions.save(probe)
    guard try await place().sessions.load(probe.id) == probe else {
      throw AuthError(.storeCorrupt, "A session that was saved after the crash was not found.")
    }
    try await place().sessions.delete(probe.id)
  }
}
