import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A policy: it allows or denies activities of users outside the root quorum.
///
/// DESIGN T67: the sandbox supports the clauses of the vendor's policy language that delegated access uses, joined by
/// `&&`: `approvers.any(user, user.id == 'ID')` as consensus, and `activity.type`, `activity.resource` and
/// `activity.action` compared with a string as the condition. The clause `true` and an empty text are always true. A
/// policy with any other clause never applies.
struct TurnkeyPolicy: Sendable {
  let id: String
  var name: String
  var allows: Bool
  var consensus: String
  var condition: String
  var notes: String
  let createdAt: Date
  var updatedAt: Date

  /// The policy on the wire: v1Policy.
  var json: JSONValue {
    [
      "policyId": .string(id), "policyName": .string(name), "effect": allows ? "EFFECT_ALLOW" : "EFFECT_DENY",
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": updatedAt.turnkeyTimestamp, "notes": .string(notes),
      "consensus": .string(consensus), "condition": .string(condition),
    ]
  }

  /// Whether the policy applies to an activity of this type by this user.
  func applies(to user: String, type: String) -> Bool {
    clauses(of: consensus).allSatisfy { clause in
      clause == "true" || clause == "approvers.any(user, user.id == '\(user)')"
    } && clauses(of: condition).allSatisfy { holds($0, type: type) }
  }

  private func clauses(of text: String) -> [String] {
    text.split(separator: "&&").map { part in
      part.replacing("\"", with: "'").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private func holds(_ clause: String, type: String) -> Bool {
    if clause == "true" { return true }
    let halves = clause.split(separator: " == ")
    guard halves.count == 2, halves[1].hasPrefix("'"), halves[1].hasSuffix("'") else { return false }
    let wanted = halves[1].dropFirst().dropLast()
    let name = type.dropFirst("ACTIVITY_TYPE_".count)
    switch halves[0] {
    case "activity.type": return type == wanted
    case "activity.action": return name.hasPrefix(wanted + "_")
    case "activity.resource": return name.hasSuffix("_" + wanted) || name.contains("_" + wanted + "_")
    default: return false
    }
  }
}
