import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of a stored record, read strictly: a record that cannot be understood is an error, never an empty
/// record.
struct RecordFields {
  private let object: JSONObject

  /// The version of all records of this module.
  static let version: Int64 = 1

  /// Parses a record.
  ///
  /// - Throws: `store_corrupt` if the record is not JSON of this module; `store_version` if a later build wrote it.
  init(_ record: Secret) throws(AuthError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: record)
    } catch {
      throw Self.corrupt
    }
    guard let object = value.objectValue, let version = object["v"]?.integerValue, version > 0 else {
      throw Self.corrupt
    }
    guard version <= Self.version else {
      throw AuthError(
        .storeVersion,
        "A stored app session has the format version \(version); this build reads versions up to \(Self.version). "
          + "Update this program.")
    }
    self.object = object
  }

  init(_ value: JSONValue?) throws(AuthError) {
    guard let object = value?.objectValue else { throw Self.corrupt }
    self.object = object
  }

  /// Makes a record of the current version.
  static func encode(_ members: JSONObject) -> Secret {
    var object: JSONObject = ["v": .integer(version)]
    for member in members.members { object[member.name] = member.value }
    return JSONValue.object(object).serializedSecret
  }

  static var corrupt: AuthError {
    AuthError(
      .storeCorrupt,
      "A stored app session does not have the format that this module writes. Restore it from a backup, or remove it: "
        + "its user then has to sign in again.")
  }

  subscript(name: String) -> JSONValue? { object[name] }

  func text(_ name: String) throws(AuthError) -> String {
    guard let text = try optionalText(name) else { throw Self.corrupt }
    return text
  }

  func optionalText(_ name: String) throws(AuthError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.stringValue else { throw Self.corrupt }
    return text
  }

  func time(_ name: String) throws(AuthError) -> Date {
    guard let time = try optionalTime(name) else { throw Self.corrupt }
    return time
  }

  func optionalTime(_ name: String) throws(AuthError) -> Date? {
    guard let value = object[name] else { return nil }
    guard let milliseconds = value.integerValue else { throw Self.corrupt }
    return Date(milliseconds: milliseconds)
  }

  func bytes(_ name: String) throws(AuthError) -> [UInt8] {
    guard let bytes = Base64URL.decode(try text(name)) else { throw Self.corrupt }
    return bytes
  }

  func texts(_ name: String) throws(AuthError) -> [String] {
    guard let elements = object[name]?.arrayValue else { throw Self.corrupt }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw Self.corrupt }
    return texts
  }

  func list(_ name: String) throws(AuthError) -> [RecordFields] {
    guard let elements = object[name]?.arrayValue else { throw Self.corrupt }
    var list: [RecordFields] = []
    for element in elements { list.append(try RecordFields(element)) }
    return list
  }
}

extension JSONValue {
  /// Bytes as a record keeps them.
  static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
  /// A time as a record keeps it.
  static func time(_ time: Date) -> JSONValue { .integer(time.milliseconds) }
}
