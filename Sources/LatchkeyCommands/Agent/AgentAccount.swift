import AuthCore

/// The account that a request means.
enum AgentAccount: Sendable, Equatable {
  /// The session that the configuration's provider, or else a fallback, has selected.
  case selected
  /// The selected session of one provider instance.
  case provider(ProviderID)
  /// The session with this ID.
  case id(SessionID)
  /// The one account with this label.
  case label(key: String, value: String)

  /// Reads the fields `account`, `label` and `provider`, of which a request has at most one.
  init(_ fields: inout AgentFields) throws(AuthError) {
    let account = try fields.text("account", limit: 512)
    let label = try fields.text("label", limit: 512)
    let provider = try fields.text("provider", limit: 128)
    switch (account, label, provider) {
    case (nil, nil, nil): self = .selected
    case (let id?, nil, nil): self = .id(SessionID(id))
    case (nil, nil, let id?): self = .provider(ProviderID(id))
    case (nil, let label?, nil):
      guard let equals = label.firstIndex(of: "="), equals > label.startIndex else {
        throw AuthError(.invalidRequest, "The field 'label' must have the form KEY=VALUE.")
      }
      self = .label(key: String(label[..<equals]), value: String(label[label.index(after: equals)...]))
    default:
      throw AuthError(.invalidRequest, "Use at most one of the fields 'account', 'label' and 'provider'.")
    }
  }

  /// The account with the label.
  ///
  /// - Throws: `not_signed_in` if no account has the label; `invalid_request` if several have it.
  static func find(key: String, value: String, in accounts: [Account]) throws(AuthError) -> Account {
    let found = accounts.filter { $0.tags[key] == value }
    guard let first = found.first else {
      throw AuthError(
        .notSignedIn,
        "No stored account has this label. List the accounts with their labels ('latchkey sessions'), or sign in.")
    }
    guard found.count == 1 else {
      throw AuthError(
        .invalidRequest,
        "\(found.count) accounts have this label: \(found.map(\.id.rawValue).joined(separator: ", ")). Name one of them "
          + "in the field 'account'.")
    }
    return first
  }
}
