package import AuthCore

/// The values of a new session that do not come from its token.
package struct TurnkeySessionDetails: Sendable {
  let sessionID: SessionID
  /// The session's key.
  let key: KeyReference
  /// The user's identifier, if known.
  var identifier: String?
  /// The user's display name, if known.
  var displayName: String?
  /// The ID of the organisation that the request named; nil if the server found the organisation.
  let organizationID: String?
  /// The app's name for the session.
  var sessionKey: String?
  /// The ID of the passkey that was used, in base64url; nil if no passkey was used.
  var credentialID: String?
  /// The requested lifetime in seconds; nil if the request named none.
  var seconds: Int?

  package init(
    sessionID: SessionID, key: KeyReference, identifier: String? = nil, displayName: String? = nil,
    organizationID: String?, sessionKey: String? = nil, credentialID: String? = nil, seconds: Int? = nil
  ) {
    self.sessionID = sessionID
    self.key = key
    self.identifier = identifier
    self.displayName = displayName
    self.organizationID = organizationID
    self.sessionKey = sessionKey
    self.credentialID = credentialID
    self.seconds = seconds
  }

  /// The session's labels: the app's name for it, if there is one.
  var labels: [String: String] { sessionKey.map { ["sessionKey": $0] } ?? [:] }

  /// The values that the adapter keeps with the session.
  ///
  /// - Parameter measured: the session's lifetime according to its token, in seconds. It is used if `seconds` is nil.
  func adapterValues(lasting measured: Int) -> [String: String] {
    var values = [SessionLifetime.name: String(seconds ?? measured)]
    values[Self.credentialName] = credentialID
    return values
  }

  /// The name of the passkey's ID in the session's adapter values.
  package static let credentialName = "credentialId"
}

extension Session {
  /// A value that the adapter keeps with the session. An earlier version kept it among the labels.
  package func turnkeyValue(_ name: String) -> String? { adapterValues[name] ?? tags[name] }

  /// Moves the values that an earlier version kept among the labels to the adapter's values.
  mutating func moveTurnkeyLabels() {
    for name in [SessionLifetime.name, TurnkeySessionDetails.credentialName] {
      adapterValues[name] = turnkeyValue(name)
      tags[name] = nil
    }
  }
}
