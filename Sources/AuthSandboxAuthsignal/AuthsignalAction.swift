import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A tracked action of a user.
struct AuthsignalAction: Sendable {
  struct Key: Sendable, Hashable {
    let userID: String
    let code: String
    let idempotencyKey: String
  }

  /// The states (A75).
  enum State: String, Sendable {
    case allow = "ALLOW"
    case block = "BLOCK"
    case challengeRequired = "CHALLENGE_REQUIRED"
    case challengeSucceeded = "CHALLENGE_SUCCEEDED"
    case challengeFailed = "CHALLENGE_FAILED"
    case reviewRequired = "REVIEW_REQUIRED"
    case reviewSucceeded = "REVIEW_SUCCEEDED"
    case reviewFailed = "REVIEW_FAILED"
  }

  let key: Key
  let createdAt: Date
  private(set) var state: State
  private(set) var stateUpdatedAt: Date
  private(set) var method: AuthsignalMethod?
  private(set) var authenticatorID: String?
  /// The data that the app's backend tracked with the action (A43, A75).
  var attributes = JSONObject()

  init(key: Key, state: State, now: Date) {
    self.key = key
    self.state = state
    createdAt = now
    stateUpdatedAt = now
  }

  mutating func become(
    _ state: State, at now: Date, by method: AuthsignalMethod? = nil, authenticator: String? = nil
  ) {
    self.state = state
    self.method = method ?? self.method
    authenticatorID = authenticator ?? authenticatorID
    stateUpdatedAt = now
  }

  /// The response to `GET /users/{userId}/actions/{action}/{idempotencyKey}`.
  var json: JSONValue {
    var object: JSONObject = [
      "state": .string(state.rawValue), "stateUpdatedAt": .string(ISO8601.encode(stateUpdatedAt)),
      "createdAt": .string(ISO8601.encode(createdAt)),
    ]
    object["verificationMethod"] = method.map { .string($0.rawValue) }
    object["rules"] = .array([])
    return .object(object)
  }

  /// One element of `GET /users/{userId}/actions`.
  var listed: JSONValue {
    var object: JSONObject = [
      "actionCode": .string(key.code), "idempotencyKey": .string(key.idempotencyKey),
      "createdAt": .string(ISO8601.encode(createdAt)), "updatedAt": .string(ISO8601.encode(stateUpdatedAt)),
      "state": .string(state.rawValue), "stateUpdatedAt": .string(ISO8601.encode(stateUpdatedAt)),
    ]
    object["verificationMethod"] = method.map { .string($0.rawValue) }
    object["verifiedByAuthenticatorId"] = authenticatorID.map { .string($0) }
    return .object(object)
  }

  /// Whether a string is the name of an action: 1 to 64 letters, digits, `_` and `-` (A85).
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
      }
  }
}
