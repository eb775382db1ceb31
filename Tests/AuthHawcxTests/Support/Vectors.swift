import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of `Tests/Vectors`, and the recordings of tests for judges.
enum Vectors {
  static func json(_ name: String) throws -> JSONValue {
    var folder = URL(filePath: #filePath)
    while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
    return try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: "Vectors/" + name))))
  }

  /// Writes a value to the file `name` for a judge, if the environment names a directory for recordings.
  static func record(_ value: JSONValue, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"] else { return }
    try Data(value.serialized).write(to: URL(filePath: folder).appending(path: name))
  }
}
