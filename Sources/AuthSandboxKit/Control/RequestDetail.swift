import AuthCore
import AuthText

/// The credentials of one logged request: those that it presented, and the tokens that its response issued. The texts
/// are bounded, because clients choose them.
struct RequestDetail: Sendable {
  /// One credential.
  struct Line: Sendable {
    let name: String
    /// The decoded content as JSON in several lines.
    let content: String
    let verdict: SandboxCredential.Verdict

    init(_ credential: SandboxCredential) {
      name = EscapedText(credential.name, limit: RequestDetail.nameLimit).description
      let text = credential.content.prettyText
      content = EscapedText(text, limit: RequestDetail.contentLimit, keepsLines: true).description
      verdict =
        switch credential.verdict {
        case .refused(let reason): .refused(EscapedText(reason, limit: RequestDetail.reasonLimit).description)
        case .verified, .unchecked: credential.verdict
        }
    }
  }

  /// The maximum number of credentials in each of the two lists.
  static let limit = 8
  static let nameLimit = 80
  static let reasonLimit = 300
  static let contentLimit = 4000

  let presented: [Line]
  let issued: [Line]

  init(presented: [SandboxCredential], issued: [SandboxCredential]) {
    self.presented = presented.prefix(Self.limit).map(Line.init)
    self.issued = issued.prefix(Self.limit).map(Line.init)
  }

  var isEmpty: Bool { presented.isEmpty && issued.isEmpty }
}

extension RequestDetail.Line {
  /// `{"name","verdict","reason"?,"content"}`; the content is a string, because it may be cut.
  var json: JSONValue {
    var object: JSONObject = ["name": .string(name), "content": .string(content)]
    switch verdict {
    case .verified: object["verdict"] = "verified"
    case .unchecked: object["verdict"] = "unchecked"
    case .refused(let reason):
      object["verdict"] = "refused"
      object["reason"] = .string(reason)
    }
    return .object(object)
  }
}
