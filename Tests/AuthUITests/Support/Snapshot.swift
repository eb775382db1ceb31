import TestSupport
import Testing

/// A text beside the stored one.
typealias Snapshot = TestSupport.Snapshot

extension TestSupport.Snapshot {
  /// Compares `text` with the file of that name in `Tests/Snapshots`.
  static func expect(_ text: String, is name: String, location: SourceLocation = #_sourceLocation) throws {
    #expect(try differences(of: text, from: name) == [], sourceLocation: location)
  }

  /// Compares `text` with a file of the package.
  static func expect(_ text: String, at path: String, location: SourceLocation = #_sourceLocation) throws {
    #expect(try differences(of: text, at: path) == [], sourceLocation: location)
  }
}
