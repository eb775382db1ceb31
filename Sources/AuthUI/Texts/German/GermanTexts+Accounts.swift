extension TextCatalog {
  /// German texts about accounts, approvals, signing in and signing out.
  static let germanAccounts: [String: String] = [
    "account.add": "Konto hinzufügen",
    "account.empty": "Auf diesem Gerät ist kein Konto angemeldet.",
    "account.label": "Name auf diesem Gerät",
    "account.remove": "Entfernen",
    "account.selected": "ausgewählt",
    "account.signOut": "Abmelden",
    "account.title": "Konten",
    "account.use": "Verwenden",
    "approval.action": "Eine Anmeldung",
    "approval.approve": "Bestätigen",
    "approval.deny": "Ablehnen",
    "approval.empty": "Es liegt nichts zur Bestätigung vor.",
    "approval.expiresIn": "noch {time}",
    "approval.number": "Die Zahl, die das andere Gerät zeigt",
    "approval.reload": "Aktualisieren",
    "approval.title": "Offene Anfragen",
    "session.add": "Weiteren Anmeldeweg hinzufügen",
    "session.expired": "Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.",
    "session.loading": "Einen Moment …",
    "session.locked":
      "Der Schlüssel der Sitzung ist gerade nicht verfügbar. Entsperren Sie das Gerät, und versuchen "
      + "Sie es erneut.",
    "session.renew": "Sitzung erneuern",
    "session.signedIn": "Angemeldet als {user}",
    "session.signedOut": "Sie sind abgemeldet.",
    "session.title": "Ihr Konto",
    "session.unverified": "Angemeldet als {user}; die Sitzung muss erneuert werden",
    "signIn.continueWith": "Weiter: {method}",
    "signIn.identifier": "E-Mail-Adresse, Telefonnummer oder Benutzername",
    "signIn.title": "Anmelden",
    "signOut.app": "Sie wurden abgemeldet, weil Sie bei Ihrem Konto der App nicht mehr angemeldet sind.",
    "signOut.expired": "Sie wurden abgemeldet, weil die Sitzung abgelaufen ist. Melden Sie sich erneut an.",
    "signOut.other": "Sie wurden abgemeldet.",
    "signOut.page": "Bei {provider} abmelden",
    "signOut.pages": "Öffnen Sie diese Seiten, um sich überall abzumelden:",
    "signOut.program": "Sie wurden abgemeldet, weil {program} es verlangt hat.",
    "signOut.refused": "Sie wurden abgemeldet, weil {provider} die Sitzung nicht mehr akzeptiert.",
    "signOut.requested": "Sie haben sich abgemeldet.",
    "signOut.stored": "Sie wurden abgemeldet, weil die Sitzung nicht mehr gespeichert ist.",
    "signOut.title": "Abmeldung abschließen",
    "signOut.undeleted":
      "{count, plural, one {# Sitzung ist noch auf diesem Gerät gespeichert. Melden Sie sich erneut "
      + "ab.} other {# Sitzungen sind noch auf diesem Gerät gespeichert. Melden Sie sich erneut ab.}}",
    "signOut.unforgotten": "Der Anbieter vertraut diesem Gerät vielleicht noch.",
    "signOut.unreadable":
      "{count, plural, one {# gespeicherte Sitzung ist nicht lesbar und blieb unverändert.} other {# "
      + "gespeicherte Sitzungen sind nicht lesbar und blieben unverändert.}}",
    "signOut.unknownProgram": "Sie wurden abgemeldet, weil die App oder ein anderes Programm es verlangt hat.",
    "signOut.unrevoked":
      "{count, plural, one {Der Server hat # Sitzung noch nicht beendet. Die App versucht es erneut.} "
      + "other {Der Server hat # Sitzungen noch nicht beendet. Die App versucht es erneut.}}",
  ]
}
