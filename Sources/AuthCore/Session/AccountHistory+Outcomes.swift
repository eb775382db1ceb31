extension AccountHistory.Event {
  /// The history entry of a renewal's outcome; nil for an outcome without an entry.
  init?(_ outcome: Result<SessionRenewal.Outcome, AuthError>) {
    switch outcome {
    case .success(.refused(let error, _)):
      let isAppsOwn = error.fieldErrors.contains { $0.field == Self.token }
      self = .refused(by: isAppsOwn ? .app : .provider, code: error.code, vendorCode: error.vendorCode)
    case .success(.unsaved(_, let error)): self = .trouble(error.code)
    case .success(.dropped): self = .vanished
    case .success(.renewed), .success(.adopted), .success(.superseded): return nil
    case .failure(let error):
      if let field = error.fieldErrors.first?.field, field.hasPrefix(Self.renewal), field != Self.token {
        self = .mismatched(String(field.dropFirst(Self.renewal.count)))
      } else if error.code.kind == .storage {
        self = .trouble(error.code)
      } else {
        return nil
      }
    }
  }

  /// The prefix of the field names in the `fieldErrors` of a failed renewal, such as `renewal.user` and
  /// `renewal.token`.
  static let renewal = "renewal."
  static let token = renewal + "token"
}
