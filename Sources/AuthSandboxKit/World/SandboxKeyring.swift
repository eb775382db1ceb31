public import AuthCore

/// The sandbox's permanent names and keys: made once, and kept by `POST /sandbox/reset`. A caller stores them to
/// continue the same sandbox after a restart. They are not secret: they protect only test data on loopback.
public struct SandboxKeyring: Sendable {
  /// The entries by name: `turnkey.organizationId`.
  public private(set) var entries: [String: String]

  /// Creates a keyring with the entries of an earlier one.
  public init(entries: [String: String] = [:]) { self.entries = entries }

  /// Returns the entry with the given name. If it is missing, `make` creates it.
  ///
  /// - Throws: the error of `make`.
  public mutating func entry<Failure: Error>(
    _ name: String, make: () throws(Failure) -> String
  ) throws(Failure) -> String {
    if let known = entries[name] { return known }
    let made = try make()
    entries[name] = made
    return made
  }

  /// Sets an entry, such as a key that was made on first use.
  public mutating func set(_ name: String, _ entry: String) { entries[name] = entry }

  /// The entries as a JSON object, which `init(json:)` reads.
  public var json: JSONValue {
    .object(JSONObject(entries.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  /// Reads a keyring from the value of `json`.
  ///
  /// - Throws: `store_corrupt` when the value is not an object, or a member is not a string.
  public init(json: JSONValue) throws(AuthError) {
    guard let object = json.objectValue else {
      throw AuthError(
        .storeCorrupt,
        "The sandbox's key file is not a JSON object. Delete the file; the sandbox then makes new keys and ids.")
    }
    var entries: [String: String] = [:]
    for member in object.members {
      guard let text = member.value.stringValue else {
        throw AuthError(
          .storeCorrupt,
          "\(member.name) in the sandbox's key file is not a string. Delete the file; the sandbox then makes new keys "
            + "and ids.")
      }
      entries[member.name] = text
    }
    self.init(entries: entries)
  }
}
