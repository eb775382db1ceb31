import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The place from which a new adapter's package depends on this package.
enum LatchkeySource: Sendable, Equatable {
  /// A checkout, by its absolute path.
  case path(String)
  /// A repository.
  case url(String)

  /// Reads the value of `--latchkey`; nil selects the checkout that this program was built from.
  ///
  /// - Throws: `invalid_request` for a path without a package named latchkey, for a URL with a space or a character
  ///   outside ASCII, and for nil if that checkout no longer exists.
  init(_ text: String?) throws(AuthError) {
    guard let text else {
      // The path of this file at compile time. The root is above
      // Sources/LatchkeyCommands/NewAdapter/LatchkeySource.swift.
      let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
      guard Self.isLatchkey(root) else {
        throw AuthError(
          .invalidRequest,
          "The checkout that this program was built from was not found. Name a checkout or a repository's URL with "
            + "--latchkey.")
      }
      self = .path(root)
      return
    }
    if text.contains("://") || text.hasPrefix("git@") {
      guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw AuthError(
          .invalidRequest,
          "--latchkey: a URL must not contain spaces or non-ASCII characters. Percent-encode these characters.")
      }
      self = .url(text)
      return
    }
    let path = URL(filePath: text, relativeTo: URL(filePath: FileManager.default.currentDirectoryPath + "/"))
      .absoluteURL.standardized.path
    guard Self.isLatchkey(path) else {
      throw AuthError(
        .invalidRequest,
        "--latchkey: there is no package named latchkey in \(path). Name a checkout, or a repository's URL.")
    }
    self = .path(path)
  }

  /// The dependency, as Swift code for the manifest.
  var dependency: String {
    switch self {
    case .path(let path): ".package(name: \"latchkey\", path: \(Self.literal(path)))"
    case .url(let url): ".package(url: \(Self.literal(url)), branch: \"main\")"
    }
  }

  /// The package's identity in product dependencies: `latchkey` for a path, since `dependency` gives it that name; for
  /// a URL the last component without `.git`.
  var identity: String {
    switch self {
    case .path: return "latchkey"
    case .url(let url):
      let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? "latchkey"
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// The path or the URL, for the output.
  var text: String {
    switch self {
    case .path(let path): path
    case .url(let url): url
    }
  }

  private static func isLatchkey(_ path: String) -> Bool {
    guard let manifest = FileManager.default.contents(atPath: path + "/Package.swift") else { return false }
    return String(decoding: manifest, as: UTF8.self).contains("name: \"latchkey\"")
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
