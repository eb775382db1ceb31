public import AuthCore

/// The sandbox's permanent names and keys: made once, and kept by `POST /sandbox/reset`. A caller stores them to
/// continue the same sandbox after a restart. They are not secret: they protect test data on loopback.
public struct SandboxKeyring: Sendable {
  /// The entries by name: `turnkey.organizationId`.
  public private(set) var entries: [String: String]

  /// A keyring with the entries of an earlier one.
  public init(entries: [String: String] = [:]) { self.entries = entries }

  /// The entry of a name, created if missing.
  public mutating func entry<Failure: Error>(
    _ name: String, make: () throws(Failure) -> String
  ) throws(Failure) -> String {
    if let known = entries[name] { return known }
    let made = try make()
    entries[name] = made
    return made
  }

  /// Sets an entry that was made later.
  public mutating func set(_ name: String, _ entry: String) { entries[name] = entry }

  /// The entries as JSON, to be read by `init(json:)`.
  public var json: JSONValue {
    .object(JSONObject(entries.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  /// The keyring that `json` wrote.
  ///
  /// - Throws: `store_corrupt` when a member is not a string.
  public init(json: JSONValue) throws(AuthError) {
    guard let object = json.objectValue else {
      throw AuthError(.storeCorrupt, "The sandbox's key file must hold one JSON object; delete it to start afresh.")
    }
    var entries: [String: String] = [:]
    for member in object.members {
      guard let text = member.value.stringValue else {
        throw AuthError(.storeCorrupt, "\(member.name) in the sandbox's key file is not a string. Delete the file.")
      }
      entries[member.name] = text
    }
    self.init(entries: entries)
  }
}
