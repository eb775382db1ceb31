public import AuthCore

extension SessionState {
  /// The text for users: who is signed in, or what they have to do.
  public var phrase: Phrase {
    switch self {
    case .loading: Phrase("session.loading")
    case .signedOut: Phrase("session.signedOut")
    case .signedIn(let session): Phrase("session.signedIn", ["user": .text(session.identifier ?? session.subject)])
    case .unverified(let session):
      Phrase("session.unverified", ["user": .text(session.identifier ?? session.subject)])
    case .expired: Phrase("session.expired")
    case .locked: Phrase("session.locked")
    }
  }
}

extension SignOutExplanation {
  /// The text for users, in any language. `text` is one in English that also has the codes.
  public var phrase: Phrase {
    switch entry.event {
    case .signedOut where entry.isOwn: Phrase("signOut.requested")
    case .signedOut:
      entry.program.map { Phrase("signOut.program", ["program": .text($0)]) } ?? Phrase("signOut.unknownProgram")
    case .vanished: Phrase("signOut.stored")
    case .refused(by: .app, _, _): Phrase("signOut.app")
    case .refused(by: .provider, _, _):
      Phrase("signOut.refused", ["provider": .text(providerID.rawValue)])
    case .expired: Phrase("signOut.expired")
    case .signedIn, .replaced, .mismatched, .trouble, .other: Phrase("signOut.other")
    }
  }
}

extension SignOutResult {
  /// What remains to do after a sign-out, as texts for users; empty if nothing remains.
  public var phrases: [Phrase] {
    var phrases: [Phrase] = []
    if !redirects.isEmpty { phrases.append(Phrase("signOut.pages")) }
    if !undeleted.isEmpty {
      phrases.append(Phrase("signOut.undeleted", ["count": .number(undeleted.count)]))
    }
    if !unreadable.isEmpty {
      phrases.append(Phrase("signOut.unreadable", ["count": .number(unreadable.count)]))
    }
    if !unforgotten.isEmpty { phrases.append(Phrase("signOut.unforgotten")) }
    if !unrevoked.isEmpty { phrases.append(Phrase("signOut.unrevoked", ["count": .number(unrevoked.count)])) }
    return phrases
  }
}
