#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One source file of the package.
struct SourceFile: Sendable {
  /// The path from the package's directory: `Sources/AuthCore/Values/Secret.swift`.
  let path: String
  /// The target: `AuthCore`.
  let target: String
  /// The text of the file.
  let text: String

  /// Whether the file is a template of `latchkey new-adapter`, which is not part of the target.
  var isTemplate: Bool { path.contains("/NewAdapter/Templates/") }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The package on disk.
enum SourceTree {
  /// The package's directory.
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  /// The Swift files below a directory such as `Sources`.
  static func files(_ directory: String) throws -> [SourceFile] {
    let manager = FileManager.default
    var files: [SourceFile] = []
    for path in try manager.subpathsOfDirectory(atPath: root + "/" + directory) where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: root + "/" + directory + "/" + path, encoding: .utf8)
      let target = String(path.prefix { $0 != "/" })
      files.append(SourceFile(path: directory + "/" + path, target: target, text: text))
    }
    return files
  }

  /// The entries of a directory without those that begin with a dot.
  static func entries(_ directory: String = "") throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: root + "/" + directory).filter { !$0.hasPrefix(".") })
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }
}
