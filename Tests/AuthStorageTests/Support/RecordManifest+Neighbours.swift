import AuthCore
import Testing

@testable import AuthStorage

extension RecordManifest {
  /// Returns two keys of the record store whose records are in the same part of the manifest.
  static func neighbours(in storage: FileStorage) throws -> (String, String) {
    var known: [String: String] = [:]
    for number in 0..<1_000 {
      let place = try storage.placeForWriting("records", "\(number)")
      let part = try #require(Self.part(of: place))
      if let other = known[part] { return (other, "\(number)") }
      known[part] = "\(number)"
    }
    throw AuthError(.internalError, "no two keys share a part")
  }
}
