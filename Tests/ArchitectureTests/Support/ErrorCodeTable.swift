import AuthCore

/// The tables of `Documentation/ErrorCodes.md`, generated from the code. Exit status and recovery come from the codes
/// at run time, meanings from the comments above the declarations.
struct ErrorCodeTable {
  /// The meaning of every code, by its name.
  let meanings: [String: String]

  /// Reads the meanings from the source text of `AuthError.Code`.
  init(reading source: String) {
    var meanings: [String: String] = [:]
    var comment: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("/// ") {
        comment.append(text.dropFirst(4))
      } else {
        if text.hasPrefix("public static let"), let name = Self.quoted(text) {
          meanings[name] = comment.joined(separator: " ")
        }
        comment = []
      }
    }
    self.meanings = meanings
  }

  private static func quoted(_ text: Substring) -> String? {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }

  /// One table for each exit status, in the order of `allCases`.
  var markdown: String {
    var text = ""
    var kind: AuthError.Code.Kind?
    for code in AuthError.Code.allCases {
      if code.kind != kind {
        kind = code.kind
        text += text.isEmpty ? "" : "\n"
        text += "## \(Self.title(code.kind))\n\n"
        text += "| code | meaning | usual recovery |\n| --- | --- | --- |\n"
      }
      text += "| `\(code)` | \(meanings[code.rawValue] ?? "") | `\(AuthError(code, "").recovery)` |\n"
    }
    return text
  }

  /// A heading with the exit status of the command-line tool and the kind.
  private static func title(_ kind: AuthError.Code.Kind) -> String {
    switch kind {
    case .refused: "77: refused"
    case .transient: "75: transient"
    case .configuration: "78: configuration"
    case .storage: "74: storage"
    case .usage: "64: usage"
    case .fault: "70: fault, or unknown"
    }
  }
}
