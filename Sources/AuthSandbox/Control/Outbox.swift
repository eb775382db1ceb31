import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The messages that the sandbox would have sent to users: the only place where a code can be read.
package struct Outbox: Sendable {
  /// The channel of a message.
  package enum Channel: String, Sendable {
    case email, sms, whatsapp, push
  }

  /// One message.
  package struct Message: Sendable {
    package let id: String
    package let provider: String
    package let channel: Channel
    package let address: String
    package let code: String?
    package let challengeID: String?
    package let at: Date
  }

  /// How many messages are kept.
  package static let limit = 10_000

  /// The messages, newest last.
  package private(set) var messages: [Message] = []

  /// Adds a message; beyond the limit it drops the older half.
  package mutating func append(_ message: Message) {
    messages.append(message)
    if messages.count > Self.limit { messages.removeFirst(Self.limit / 2) }
  }

  /// `{"messages":[…]}`, all or those to one address.
  func json(to address: String?) -> JSONValue {
    let chosen = address.map { wanted in messages.filter { $0.address == wanted } } ?? messages
    return ["messages": .array(chosen.map(\.json))]
  }
}

extension Outbox.Message {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "provider": .string(provider), "channel": .string(channel.rawValue), "to": .string(address),
    ]
    object["code"] = code.map { .string($0) }
    object["challengeId"] = challengeID.map { .string($0) }
    object["at"] = .string(ISO8601.encode(at))
    return .object(object)
  }
}
