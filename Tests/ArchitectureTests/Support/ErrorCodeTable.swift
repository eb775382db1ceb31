import AuthCore

/// The tables of `Documentation/ErrorCodes.md`, made of the code: the codes with their exit status and recovery as they
/// are at run time, and what they mean from the comments above their declarations.
struct ErrorCodeTable {
  /// What every code means, by its name.
  let meanings: [String: String]

  /// The meanings in the source text of `AuthError.Code`.
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
    var status: Int32?
    for code in AuthError.Code.allCases {
      if code.exitStatus != status {
        status = code.exitStatus
        text += text.isEmpty ? "" : "\n"
        text += "## \(code.exitStatus): \(Self.title(code.exitStatus))\n\n"
        text += "| code | meaning | usual recovery |\n| --- | --- | --- |\n"
      }
      text += "| `\(code)` | \(meanings[code.rawValue] ?? "") | `\(AuthError(code, "").recovery)` |\n"
    }
    return text
  }

  private static func title(_ status: Int32) -> String {
    switch status {
    case 77: "refused"
    case 75: "later"
    case 78: "configuration"
    case 74: "storage"
    case 64: "usage"
    default: "ours, or unknown"
    }
  }
}
