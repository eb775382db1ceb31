extension HelpTexts {
  /// German texts by key. Commands, options, keys and the placeholders of operands stay as they are typed.
  static let german: [String: String] = [germanHeadings, germanSessions, germanRequests, germanSetup, germanAgent]
    .reduce(into: [:]) { $0.merge($1) { old, _ in old } }
}
