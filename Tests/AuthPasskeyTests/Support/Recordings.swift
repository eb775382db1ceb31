import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The recordings of tests for judges.
enum Recordings {
  /// Writes a value to the file `name` for a judge, if the environment names a directory for recordings.
  static func write(_ value: JSONValue, to name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"] else { return }
    try Data(value.serialized).write(to: URL(filePath: folder).appending(path: name))
  }
}
