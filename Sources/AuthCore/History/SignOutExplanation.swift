#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The reason why a user is no longer signed in, for the page that asks them to sign in again.
public struct SignOutExplanation: Sendable, Hashable {
  /// The provider instance of the session that ended.
  public let providerID: ProviderID
  /// The vendor's user id.
  public let subject: String
  /// The identifier that the user typed at the sign-in; nil if the user typed none.
  public let identifier: String?
  /// The history entry of the end: how and when the session ended, and which program wrote the entry.
  public let entry: AccountHistory.Entry

  /// Explains the end of the session that ended last in `histories`; nil if no user's newest session has ended.
  init?(of histories: [AccountHistory]) {
    var latest: (history: AccountHistory, entry: AccountHistory.Entry)?
    for history in histories {
      guard let entry = history.ending, latest.map({ $0.entry.date <= entry.date }) ?? true else { continue }
      latest = (history, entry)
    }
    guard let latest else { return nil }
    providerID = latest.history.providerID
    subject = latest.history.subject
    identifier = latest.history.identifier
    entry = latest.entry
  }

  /// When the session ended.
  public var date: Date { entry.date }

  /// Whether the user or the app requested the sign-out. If so, it needs no explanation.
  public var isRequested: Bool { entry.event == .signedOut }

  /// The explanation in English, for an app without translations: "You were signed out because …".
  public var text: String {
    switch entry.event {
    case .signedOut where entry.isOwn: "You signed out."
    case .signedOut: "You were signed out because \(entry.program ?? "the app or another program") requested it."
    case .vanished: "You were signed out because the session is no longer stored."
    case .refused(by: .app, let code, _):
      "You were signed out because you are no longer signed in to the app itself (\(code))."
    case .refused(by: .provider, let code, let vendorCode):
      "You were signed out because \(providerID) no longer accepts the session "
        + "(\([code.rawValue, vendorCode].compactMap(\.self).joined(separator: ", ")))."
    case .expired:
      "You were signed out because the session expired. \(providerID) cannot renew it without you."
    case .signedIn, .replaced, .mismatched, .trouble, .other: "You were signed out."
    }
  }
}
