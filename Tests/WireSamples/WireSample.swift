package import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One sanitised exchange of `Tests/Vectors/wire`: what a vendor's own client sent, and what came back.
package struct WireSample: Sendable, CustomStringConvertible {
  /// What the tests do with a sample.
  package enum Use: String, Sendable {
    /// Our client makes this call: a test of the client, and a test of the sandbox.
    case twice
    /// Our client does not make this call; the sandbox serves it.
    case sandbox
    /// Neither; `reason` says why.
    case unused
  }

  /// What is wrong with the file.
  package struct Malformed: Error, CustomStringConvertible {
    package let description: String
  }

  /// `HS3`.
  package let id: String
  package let use: Use
  /// Why the sample is not used.
  package let reason: String?
  package let strength: String
  package let method: String
  /// As the source gives it; some begin with a host's name: `authproxy /v1/account`.
  package let path: String
  package let requestHeaders: [String: String]
  /// How many bytes the captured request's body had, where that is known.
  package let requestContentLength: Int?
  package let requestBody: JSONValue?
  /// Nil where the source does not say.
  package let status: Int?
  package let responseBody: JSONValue?
  /// The whole entry.
  package let json: JSONValue

  package var description: String { "\(id) \(method) \(path) \(status.map(String.init) ?? "–")" }

  /// The samples of a vendor: `turnkey`, `privy`, `hawcx`, `authsignal`.
  package static func all(_ vendor: String) throws -> [WireSample] {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let path = "\(root)/Tests/Vectors/wire/\(vendor).json"
    guard let data = FileManager.default.contents(atPath: path) else { throw Malformed(description: "no file \(path)") }
    guard let entries = try JSONValue(parsing: [UInt8](data)).arrayValue else {
      throw Malformed(description: "\(path) is no array")
    }
    return try entries.map { try WireSample($0) }
  }

  /// The sample with an id: `HS3`.
  package static func named(_ id: String) throws -> WireSample {
    let vendors = ["T": "turnkey", "P": "privy", "H": "hawcx", "A": "authsignal"]
    guard let vendor = vendors[String(id.prefix(1))], let found = try all(vendor).first(where: { $0.id == id }) else {
      throw Malformed(description: "no sample \(id)")
    }
    return found
  }

  /// Reads an entry of a file, or of an exported recording.
  package init(_ json: JSONValue) throws {
    guard let id = json["id"]?.stringValue else { throw Malformed(description: "an entry has no id") }
    guard let use = json["use"]?.stringValue.flatMap(Use.init(rawValue:)) else {
      throw Malformed(description: "\(id): `use` must be twice, sandbox or unused")
    }
    self.json = json
    self.id = id
    self.use = use
    reason = json["reason"]?.stringValue
    strength = json["strength"]?.stringValue ?? ""
    method = json["method"]?.stringValue ?? ""
    path = json["path"]?.stringValue ?? ""
    let headers = json["requestHeaders"]?.objectValue?.members ?? []
    requestHeaders = Dictionary(headers.map { ($0.name, $0.value.stringValue ?? "") }) { first, _ in first }
    requestContentLength = json["requestContentLength"]?.integer
    requestBody = Self.body(json["requestBodyShape"])
    status = json["status"]?.integer
    responseBody = Self.body(json["responseBodyShape"])
  }

  private static func body(_ value: JSONValue?) -> JSONValue? {
    switch value {
    case nil, .null: nil
    case .some(let body): body
    }
  }
}

extension JSONValue {
  /// A small whole number; nil for anything else.
  var integer: Int? { integerValue.flatMap { Int(exactly: $0) } }
}
