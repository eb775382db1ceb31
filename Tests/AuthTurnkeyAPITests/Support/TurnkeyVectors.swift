import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The published examples of Tests/Vectors/turnkey.json, by id.
struct TurnkeyVectors {
  private let vectors: [JSONValue]

  init() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = try JSONValue(parsing: try Data(contentsOf: tests.appending(path: "Vectors/turnkey.json")))
    vectors = try #require(root["vectors"]?.arrayValue)
  }

  subscript(id: String) -> JSONValue {
    get throws { try #require(vectors.first { $0["id"]?.stringValue == id }, "no vector '\(id)'") }
  }
}

extension JSONValue {
  /// A text of a vector.
  func text(_ name: String) throws -> String { try #require(self[name]?.stringValue, "no member '\(name)'") }

  /// Bytes of a vector.
  func bytes(_ name: String) throws -> [UInt8] { try #require(Hex.decode(try text(name)), "'\(name)' is not hex") }
}
