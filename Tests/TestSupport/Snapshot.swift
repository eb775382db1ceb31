#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text beside the stored one in `Tests/Snapshots`.
package enum Snapshot {
  /// Returns the lines that differ from the file. With `LATCHKEY_ACCEPT=1` in the environment, writes the file, and
  /// returns a line that says so: a run that accepts does not count as passed.
  package static func differences(of text: String, from name: String) throws -> [String] {
    try differences(of: text, at: "Tests/Snapshots/" + name + ".txt")
  }

  /// Returns the lines that differ from a file of the package, as `differences(of:from:)` does.
  package static func differences(of text: String, at path: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: path)
    if ProcessInfo.processInfo.environment["LATCHKEY_ACCEPT"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return ["wrote \(path); look at it and commit it"]
    }
    let stored = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (
      stored.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    return new.difference(from: old).map { change in
      switch change {
      case .insert(let line, let text, _): "\(line + 1) + \(text)"
      case .remove(let line, let text, _): "\(line + 1) - \(text)"
      }
    }
  }
}
