import AuthCore

/// Which members a request may have: those of the vendor's interface description of 2026, and no others (T43, T58).
///
/// GUESS T63: how an unknown member is refused; the described server refuses them.
enum TurnkeySchema {
  /// A type's members, each with the name of its type.
  private static let definitions: [String: [String: String?]] = {
    var found: [String: [String: String?]] = [:]
    for line in [requests, intents, parts].flatMap({ $0.split(separator: "\n") }) {
      let words = line.split(separator: " ")
      guard let name = words.first else { continue }
      var members: [String: String?] = [:]
      for word in words.dropFirst() {
        let halves = word.split(separator: ":")
        members.updateValue(halves.count > 1 ? String(halves[1]) : nil, forKey: String(halves[0]))
      }
      found[String(name)] = members
    }
    return found
  }()

  /// Refuses a body with a member that the description does not have. Undescribed bodies pass.
  ///
  /// - Parameter name: `query/whoami`, `proxy/account`, `intent/stampLoginIntent`.
  static func check(_ object: JSONObject, _ name: String) throws(TurnkeyFailure) {
    guard let members = definitions[name] else { return }
    for member in object.members {
      guard let part = members[member.name] else {
        let shown = member.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(40)
        throw .invalid("bad request body: unknown field \"\(shown)\"")
      }
      guard let part else { continue }
      for element in member.value.arrayValue ?? [member.value] {
        if let inner = element.objectValue { try check(inner, part) }
      }
    }
  }

  /// The members around a submission's parameters.
  static func checkSubmission(_ object: JSONObject) throws(TurnkeyFailure) {
    let known = ["type", "timestampMs", "organizationId", "parameters", "generateAppProofs"]
    for member in object.members where !known.contains(member.name) {
      throw .invalid(
        "bad request body: unknown field \"\(member.name.prefix(40).filter { $0.isASCII && $0 != "\"" })\"")
    }
  }
}
