import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The published test vectors in `Tests/Vectors`.
enum Vectors {
  static func load(_ name: String) throws -> JSONValue { try JSONValue(parsing: bytes(name)) }

  static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  private static func bytes(_ name: String, from file: String = #filePath) throws -> Data {
    // Tests/AuthCryptoTests/Support/Vectors.swift
    let tests = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return try Data(contentsOf: URL(filePath: tests + "/Vectors/" + name))
  }

  /// The groups of a Wycheproof file, with the tests of each.
  static func wycheproof(_ name: String) throws -> [(group: JSONValue, tests: [WycheproofTest])] {
    let groups = try #require(try load("wycheproof/\(name).json")["testGroups"]?.arrayValue)
    return try groups.map { group in
      (group, try #require(group["tests"]?.arrayValue).map { try WycheproofTest($0) })
    }
  }
}

/// One case of a Wycheproof file.
struct WycheproofTest {
  let id: Int64
  let result: String
  let json: JSONValue

  init(_ json: JSONValue) throws {
    self.json = json
    id = try #require(json["tcId"]?.integerValue)
    result = try #require(json["result"]?.stringValue)
  }

  func bytes(_ name: String) throws -> [UInt8] { try #require(json[name]?.hexBytes, "\(name) of \(id)") }
}

extension JSONValue {
  var hexBytes: [UInt8]? { stringValue.flatMap { Hex.decode($0) } }
}

/// Counts accepted and refused cases, and records an issue for each wrong result.
struct Tally {
  private(set) var accepted = 0
  private(set) var refused = 0
  private(set) var acceptable = 0
  /// The numbers of cases that are refused intentionally, although they are valid according to the file.
  var refusedOnPurpose: Set<Int64> = []
  /// The numbers of cases that are accepted intentionally, although they are invalid according to the file.
  var acceptedOnPurpose: Set<Int64> = []

  mutating func record(
    _ test: WycheproofTest, accepted isAccepted: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isExpected =
      test.result == "valid" ? !refusedOnPurpose.contains(test.id) : acceptedOnPurpose.contains(test.id)
    if test.result == "acceptable" {
      acceptable += 1
    } else if isAccepted != isExpected {
      Issue.record(
        "case \(test.id) (\(test.json["comment"]?.stringValue ?? "")) is \(test.result), but was \(isAccepted ? "accepted" : "refused")",
        sourceLocation: sourceLocation)
    } else if isAccepted {
      accepted += 1
    } else {
      refused += 1
    }
  }

  func expect(
    _ name: String, accepted: Int, refused: Int, acceptable: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    print("\(name): \(self.accepted) accepted, \(self.refused) refused, \(self.acceptable) left open")
    #expect(self.accepted == accepted, sourceLocation: sourceLocation)
    #expect(self.refused == refused, sourceLocation: sourceLocation)
    #expect(self.acceptable == acceptable, sourceLocation: sourceLocation)
  }
}
