public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file as a token provider. The file is read again for every token, because another program replaces its content.
public struct FileTokenProvider: TokenProvider {
  private let path: String

  /// Creates a provider for the file at `path`.
  public init(_ path: String) { self.path = path }

  /// Returns the content without white space at either end; nil for a blank file.
  ///
  /// - Throws: `TokenProviderUnavailable` when the file cannot be read, or contains the token that was refused.
  public func token(for request: TokenRequest) async throws -> Secret? {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw TokenProviderUnavailable("the file \(path) cannot be read")
    }
    let token = Secret(String(decoding: content, as: UTF8.self).trimmingBlanks)
    return try request.taking(token, from: "the file \(path)")
  }
}
