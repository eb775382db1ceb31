import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The messages to users, which the sandbox keeps instead of sending them. Codes and links can be read only in the
/// outbox.
public struct Outbox: Sendable {
  /// The channel of a message.
  public enum Channel: String, Sendable {
    /// An e-mail.
    case email
    /// A text message.
    case sms
    /// A WhatsApp message.
    case whatsapp
    /// A push notification.
    case push
  }

  /// One message.
  public struct Message: Sendable {
    /// The message's id.
    public let id: String
    /// The vendor's name.
    public let provider: String
    /// The channel of the message.
    public let channel: Channel
    /// The receiver: the user's e-mail address, phone number or user name; for a push notification, the vendor may use
    /// the device's push token or id instead.
    public let address: String
    /// The code in the message, if any.
    public let code: String?
    /// The link in the message, if any.
    public let link: String?
    /// The id of the challenge that the message announces, if any.
    public let challengeID: String?
    /// When the message was sent, in the sandbox's time.
    public let at: Date
  }

  /// The number of messages that are kept.
  static let limit = 10_000

  /// The messages, newest last.
  public private(set) var messages: [Message] = []

  /// Adds a message. Beyond the limit the oldest messages are dropped, half the limit at a time.
  mutating func append(_ message: Message) {
    messages.append(message)
    if messages.count > Self.limit { messages.removeFirst(Self.limit / 2) }
  }

  /// Returns `{"messages":[…]}` with all messages, or with those to one address.
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
    object["link"] = link.map { .string($0) }
    object["challengeId"] = challengeID.map { .string($0) }
    object["at"] = .string(ISO8601.encode(at))
    return .object(object)
  }
}
