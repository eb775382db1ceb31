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

  /// The requested source; nil for the checkout that this program was built from.
  ///
  /// - Throws: `invalid_request` when there is no such package, or when none was requested and the checkout cannot be
  ///   found.
  init(_ text: String?) throws(AuthError) {
    guard let text else {
      // Sources/LatchkeyCommands/NewAdapter/LatchkeySource.swift, as the compiler saw it.
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
        throw AuthError(.invalidRequest, "--latchkey: a URL must not contain spaces or non-ASCII characters.")
      }
      self = .url(text)
      return
    }
    let path = URL(filePath: text, relativeTo: URL(filePath: FileManager.default.currentDirectoryPath + "/"))
      .absoluteURL.standardized.path
    guard Self.isLatchkey(path) else {
      throw AuthError(.invalidRequest, "--latchkey: there is no package named latchkey in \(path).")
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

  /// The package's identity in product dependencies: `latchkey` for a path, since the manifest names it; the last
  /// component of a URL.
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
