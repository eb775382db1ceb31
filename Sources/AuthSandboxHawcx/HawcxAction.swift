import AuthCore

/// The action of a request (H20 to H33), with members in camelCase (H10, H11).
struct HawcxAction: Sendable {
  let type: String
  private let fields: JSONObject

  /// The members that each type of action may have besides `type`, and the required ones.
  private static let members: [String: (known: Set<String>, required: [String])] = [
    "start": (
      [
        "flowType", "identifier", "startToken", "inviteCode", "codeChallenge", "opSessionId", "device",
        "deviceCredentials",
      ], ["flowType", "identifier"]
    ),
    "select_method": (["methodId"], ["methodId"]),
    "submit_code": (["code"], ["code"]), "submit_totp": (["code"], ["code"]),
    "submit_phone": (["phone"], ["phone"]),
    "oauth_callback": (["code", "state"], ["code", "state"]),
    "request_challenge": (["keyset", "hindex", "sk2"], ["keyset", "hindex", "sk2"]),
    "submit_signature": (["keyId", "signature", "mapp"], ["keyId", "signature", "mapp"]),
    "resend": ([], []), "poll": ([], []), "cancel": ([], []),
  ]

  /// The members that are objects, and the members that each object may have (H25, H26). Every other member is a
  /// string.
  private static let objects: [String: Set<String>] = [
    "device": ["v", "fingerprint", "signals"], "deviceCredentials": ["keyset", "hindex", "sk2"],
  ]

  init?(_ value: JSONValue?) {
    guard let fields = value?.objectValue, let type = fields["type"]?.stringValue, !type.isEmpty else { return nil }
    self.type = type
    self.fields = fields
  }

  func value(_ name: String) -> JSONValue? { fields[name] }

  /// The string of a member; nil if the member is missing, not a string, or blank.
  func text(_ name: String) -> String? {
    guard let text = fields[name]?.stringValue, !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// Why the action violates the protocol; nil if the action conforms to it.
  ///
  /// A captured `start` has more bytes than its known members need (H20), so a `start` may have further members, but
  /// none with the snake_case name of a known one. Any other action may have only its known members.
  var fault: HawcxFailure? {
    guard let (known, required) = Self.members[type] else { return .validation("action.type", "is not known") }
    let names = Set(known.map(Self.snakeCase)).subtracting(known)
    for member in fields.members where member.name != "type" && !known.contains(member.name) {
      if type != "start" || names.contains(member.name) {
        return .validation("action." + member.name, "is not permitted")
      }
    }
    for name in required where fields[name]?.stringValue == nil {
      return .validation("action." + name, "is required and must be a string")
    }
    return fields.members.lazy.filter { known.contains($0.name) && !$0.value.isNull }.compactMap {
      Self.fault($0.value, at: $0.name)
    }.first
  }

  /// The reason why the value of a known member is refused: it has the wrong type, or an object has an unknown member;
  /// nil if the value is accepted.
  private static func fault(_ value: JSONValue, at name: String) -> HawcxFailure? {
    guard let known = objects[name] else {
      return value.stringValue == nil ? .validation("action." + name, "must be a string") : nil
    }
    guard let object = value.objectValue else { return .validation("action." + name, "must be an object") }
    let other = object.members.first { !known.contains($0.name) }
    return other.map { .validation("action.\(name).\($0.name)", "is not permitted") }
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
