import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A question of git to a credential helper (gitcredentials, git-credential): lines `key=value`, and the answer.
struct GitCredential: Sendable, Equatable {
  private var values: [String: String] = [:]
  private var capabilities: Set<String> = []

  /// Reads the question. A later line with the same key replaces an earlier one, as in git.
  init(_ text: String) {
    // A carriage return belongs to the value. As a `Character`, it would be one with the line feed.
    for bytes in text.utf8.split(separator: 0x0A) {
      let line = String(Substring(bytes))
      guard let equals = line.firstIndex(of: "=") else { continue }
      let (key, value) = (String(line[..<equals]), String(line[line.index(after: equals)...]))
      if key == "capability[]" { capabilities.insert(value) } else { values[key] = value }
    }
  }

  /// The address of the remote; nil unless the question names an http or https remote. git sends a path only with the
  /// setting `credential.useHttpPath`.
  var url: URL? {
    guard let scheme = values["protocol"], scheme == "https" || scheme == "http", let host = values["host"],
      let url = URL(string: "\(scheme)://\(host)/\(values["path"] ?? "")"), Origin(url) != nil
    else { return nil }
    return url
  }

  /// The lines of the answer; nil if the field is not a scheme and a credential.
  ///
  /// Since version 2.46, git sends any scheme as it is (capability `authtype`). Before, git knows only a user name and
  /// a password, and servers that accept a bearer token accept it as the password of any user.
  ///
  /// - Parameter authorization: the value of the request's `Authorization` field.
  func answer(_ authorization: String?) -> [String]? {
    guard let authorization, !authorization.contains(where: \.isNewline) else { return nil }
    let parts = authorization.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    if capabilities.contains("authtype") {
      return ["capability[]=authtype", "authtype=\(parts[0])", "credential=\(parts[1])", "ephemeral=1"]
    }
    guard parts[0].lowercased() == "bearer" else { return nil }
    return ["username=\(values["username"] ?? "oauth2")", "password=\(parts[1])"]
  }
}
