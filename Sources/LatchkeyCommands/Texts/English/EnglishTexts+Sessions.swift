import AuthUI

extension TextCatalog {
  /// English texts about sessions, accounts and approvals.
  static let englishSessions: [String: String] = [
    "command.adopt.known": "taken over before",
    "command.adopt.nothing": "The SDK has stored nothing that can be taken over.",
    "command.adopt.signedIn": "signed in as {subject}",
    "command.adopt.stored": "stored",
    "command.adopt.useless": "not needed",
    "command.approve.approved": "Approved",
    "command.approve.denied": "Denied",
    "command.approve.needsNumber": "needs --number",
    "command.approve.none": "No sign-in is waiting for this device.",
    "command.delete.abandoned": "Abandoned the deletion; nothing is sent for it any more",
    "command.delete.complete": "Deleted the account, and all data about it on this device",
    "command.delete.confirm": "Enter ''yes'' to delete the account:",
    "command.delete.credentialLeft": "a server did not remove a credential of this device: {message}",
    "command.delete.dataIsLeft": "data is left: {message}",
    "command.delete.dataLeft":
      "The account is deleted. Run ''latchkey delete-account --pending'' to delete the data that is left.",
    "command.delete.none": "No deletion is pending.",
    "command.delete.pending": "{provider}, begun {date}: {stage}",
    "command.delete.question": "Delete the account of {user} at ''{provider}''? It cannot be restored.",
    "command.delete.questionPending": "Send the deletion {id}? A deleted account cannot be restored.",
    "command.delete.stage.deleted": "the account is deleted; data about it is left on this device",
    "command.delete.stage.notSent": "was not sent; the account exists",
    "command.delete.stage.unknown": "was sent; it is not known whether the account is deleted",
    "command.delete.unknown":
      "It is not known whether the account is deleted: {message} Run ''latchkey delete-account --confirm {id}'' "
      + "to send the deletion again, or --abandon to abandon it.",
    "command.delete.unowned":
      "credentials of this device are left, because it is not known whose they are. While no user is "
      + "signed in, ''latchkey sign-out --forget-device'' removes them.",
    "command.delete.yes": "yes",
    "command.history.expired": "expired",
    "command.history.mismatched": "a renewal returned another {field}, and was rejected",
    "command.history.none": "There is no history yet.",
    "command.history.refused": "refused by {provider}",
    "command.history.refusedByApp": "refused by the app''s own identity system",
    "command.history.replaced": "replaced by a new sign-in",
    "command.history.signedIn": "signed in",
    "command.history.signedOut": "signed out",
    "command.history.trouble": "could not be used",
    "command.history.vanished": "removed by a program that gave no reason",
    "command.session.renewed": "Renewed",
    "command.session.renewedUntil": "Renewed, until {date}",
    "command.sessions.heading.account": "ACCOUNT",
    "command.sessions.heading.expires": "EXPIRES",
    "command.sessions.heading.id": "ID",
    "command.sessions.heading.provider": "PROVIDER",
    "command.sessions.noLabels": "No labels",
    "command.sessions.maybeValid":
      "The token of the session has expired. If the server still renews the session, it is valid there. To end a session "
      + "there, use ''sign-out ID'' instead of ''sessions remove''.",
    "command.sessions.none": "No session is stored.",
    "command.sessions.removed": "Removed {id} from this machine",
    "command.sessions.selected": "Selected {id}",
    "command.sessions.stillValid":
      "The session is still valid at the server. To end a session there, use ''sign-out ID'' instead of "
      + "''sessions remove''.",
    "command.sessions.stillValidUntil":
      "The session is still valid at the server. It expires {time}. To end a session there, use ''sign-out ID'' "
      + "instead of ''sessions remove''.",
    "command.sessions.until": "until {date}",
    "command.signOut.done": "Signed out",
    "command.signOut.incomplete":
      "Some sessions are still signed in, as the warnings say. Run the command again with --all to end them.",
    "command.signOut.left": "{user} is still signed in with ''{provider}''; --all ends every session.",
    "command.signOut.page": "Open {url} to end the session at the identity provider.",
    "command.signOut.undeleted": "{id} is still signed in: {message}",
    "command.signOut.unforgotten": "''{id}'' may still trust this device: {message}",
    "command.signOut.unreadable": "a stored session was left as it is: {message}",
    "command.signOut.unrevoked": "the sign-out of {id} was not reported to the server: {message}",
    "command.whoami.expires": "expires",
    "command.whoami.provider": "provider",
    "command.whoami.session": "session",
    "command.whoami.state": "state",
    "command.whoami.state.expired": "expired",
    "command.whoami.state.loading": "loading",
    "command.whoami.state.locked": "locked: the session''s key is not available now",
    "command.whoami.state.signedIn": "signed in",
    "command.whoami.state.signedOut": "signed out",
    "command.whoami.state.unverified": "signed in; the renewal of the session is due",
    "command.whoami.subject": "subject",
    "command.whoami.unknown": "unknown",
  ]
}
