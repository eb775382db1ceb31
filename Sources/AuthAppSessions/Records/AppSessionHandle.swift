import AuthCore
import AuthCrypto

/// The keys of the index records: each lists the sessions of one subject, of one user of a provider, or of one session
/// of a provider. A key is a hash, so that its length is fixed and no two names have the same key.
enum AppSessionHandle {
  /// The sessions of a subject of the app.
  static func subject(_ subject: String) -> String { key(["subject", subject]) }

  /// The sessions of a user of a provider.
  static func user(_ subject: String, at provider: ProviderID) -> String { key(["user", provider.rawValue, subject]) }

  /// The sessions that began with a session of a provider.
  static func session(_ id: String, at provider: ProviderID) -> String { key(["session", provider.rawValue, id]) }

  /// The key of a provider's event. Two instances of one provider can get the same event.
  static func notice(_ notice: AppSessionNotice) -> String {
    key(["notice", notice.source, notice.id] + notice.endings.map(\.provider.rawValue))
  }

  /// The keys of all index records that list a session; that of the subject comes first.
  static func all(of request: AppSessionRequest) -> [String] {
    var keys = [
      Self.subject(request.subject), Self.user(request.providerSubject, at: request.provider),
    ]
    if let session = request.providerSession { keys.append(Self.session(session, at: request.provider)) }
    return keys
  }

  /// Hashes the parts as a JSON array, which no other list of parts has.
  private static func key(_ parts: [String]) -> String {
    Base64URL.encode(SHA256.hash(data: JSONValue.array(parts.map { .string($0) }).serialized))
  }
}
