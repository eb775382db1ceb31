import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The published examples of Tests/Vectors/turnkey.json, by id.
struct TurnkeyVectors {
  let vectors: [JSONValue]
  let pinned: JSONValue

  init() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: tests.appending(path: "Vectors/turnkey.json"))
    let root = try JSONValue(parsing: data)
    vectors = try #require(root["vectors"]?.arrayValue)
    pinned = try #require(root["pinned_public_keys_uncompressed_hex"])
  }

  subscript(id: String) -> JSONValue {
    get throws { try #require(vectors.first { $0["id"]?.stringValue == id }, "no vector '\(id)'") }
  }

  /// The vectors of a kind.
  func all(_ kind: String) -> [JSONValue] { vectors.filter { $0["kind"]?.stringValue == kind } }
}

extension JSONValue {
  /// A text of a vector.
  func text(_ name: String) throws -> String { try #require(self[name]?.stringValue, "no member '\(name)'") }

  /// Bytes of a vector.
  func bytes(_ name: String) throws -> [UInt8] { try #require(Hex.decode(try text(name)), "'\(name)' is not hex") }
}
