import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text beside the stored one, usually in `Tests/AuthUITests/Snapshots`.
enum Snapshot {
  /// The folder of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Compares `text` with the file of that name in `Snapshots`, as `expect(_:at:)` does.
  static func expect(_ text: String, is name: String, location: SourceLocation = #_sourceLocation) throws {
    try expect(text, at: "Tests/AuthUITests/Snapshots/\(name).txt", location: location)
  }

  /// Compares `text` with a file of the package. With `LATCHKEY_ACCEPT=1` in the environment, writes the file instead, and fails, so
  /// that no run that accepts counts as passed.
  static func expect(_ text: String, at path: String, location: SourceLocation = #_sourceLocation) throws {
    let file = root.appending(path: path)
    if ProcessInfo.processInfo.environment["LATCHKEY_ACCEPT"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("wrote \(path); look at it and commit it", sourceLocation: location)
      return
    }
    let stored = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (stored.split(separator: "\n"), text.split(separator: "\n"))
    let difference = new.difference(from: old).map { change in
      switch change {
      case .insert(let line, let text, _): "\(line + 1) + \(text)"
      case .remove(let line, let text, _): "\(line + 1) - \(text)"
      }
    }
    #expect(difference == [] && stored == text, sourceLocation: location)
  }
}
