extension TextCatalog {
  /// English texts about accounts, approvals, signing in and signing out.
  static let englishAccounts: [String: String] = [
    "account.add": "Add an account",
    "account.empty": "No account is signed in on this device.",
    "account.label": "Name on this device",
    "account.remove": "Remove",
    "account.selected": "selected",
    "account.signOut": "Sign out",
    "account.title": "Accounts",
    "account.use": "Use",
    "approval.action": "A sign-in",
    "approval.approve": "Approve",
    "approval.deny": "Deny",
    "approval.empty": "Nothing is waiting for you.",
    "approval.expiresIn": "{time} left",
    "approval.number": "The number that the other device shows",
    "approval.reload": "Refresh",
    "approval.title": "Waiting for you",
    "session.add": "Add a way to sign in",
    "session.expired": "Your session has expired. Sign in again.",
    "session.loading": "One moment…",
    "session.locked": "The session's key cannot be used now. Unlock the device, and try again.",
    "session.renew": "Renew the session",
    "session.signedIn": "Signed in as {user}",
    "session.signedOut": "You are signed out.",
    "session.title": "Your account",
    "session.unverified": "Signed in as {user}; the session has to be renewed",
    "signIn.continueWith": "Continue: {method}",
    "signIn.identifier": "E-mail address, phone number or user name",
    "signIn.title": "Sign in",
    "signOut.app": "You were signed out because you are no longer signed in to the app itself.",
    "signOut.expired": "You were signed out because the session expired. It cannot be renewed without you.",
    "signOut.other": "You were signed out.",
    "signOut.page": "Sign out at {provider}",
    "signOut.pages": "To sign out everywhere, open these pages:",
    "signOut.program": "You were signed out because {program} requested it.",
    "signOut.refused": "You were signed out because {provider} no longer accepts the session.",
    "signOut.requested": "You signed out.",
    "signOut.stored": "You were signed out because the session is no longer stored.",
    "signOut.title": "Finish signing out",
    "signOut.undeleted":
      "{count, plural, one {# session is still stored on this device. Sign out again.} other {# "
      + "sessions are still stored on this device. Sign out again.}}",
    "signOut.unforgotten": "The provider may still trust this device.",
    "signOut.unreadable":
      "{count, plural, one {# stored session cannot be read, and was left as it is.} other {# stored "
      + "sessions cannot be read, and were left as they are.}}",
    "signOut.unknownProgram": "You were signed out because the app or another program requested it.",
    "signOut.unrevoked":
      "{count, plural, one {The server has not ended # session yet. The app tries again.} other {The "
      + "server has not ended # sessions yet. The app tries again.}}",
  ]
}
