import AuthUI

extension TextCatalog {
  /// German texts about sessions, accounts and approvals.
  static let germanSessions: [String: String] = [
    "command.adopt.known": "schon früher übernommen",
    "command.adopt.nothing": "Das SDK hat nichts gespeichert, was sich übernehmen lässt.",
    "command.adopt.signedIn": "angemeldet als {subject}",
    "command.adopt.stored": "gespeichert",
    "command.adopt.useless": "nicht nötig",
    "command.approve.approved": "Bestätigt",
    "command.approve.denied": "Abgelehnt",
    "command.approve.needsNumber": "braucht --number",
    "command.approve.none": "Keine Anmeldung wartet auf dieses Gerät.",
    "command.delete.abandoned": "Löschung aufgegeben; für sie wird nichts mehr gesendet",
    "command.delete.complete": "Das Konto und alle Daten darüber auf diesem Gerät sind gelöscht",
    "command.delete.confirm": "Geben Sie „ja“ ein, um das Konto zu löschen:",
    "command.delete.credentialLeft": "ein Server hat Anmeldedaten dieses Geräts nicht entfernt: {message}",
    "command.delete.dataIsLeft": "Daten sind noch da: {message}",
    "command.delete.dataLeft": "Das Konto ist gelöscht. „latchkey delete-account --pending“ löscht die übrigen Daten.",
    "command.delete.none": "Keine Löschung steht aus.",
    "command.delete.pending": "{provider}, begonnen {date}: {stage}",
    "command.delete.question": "Das Konto von {user} bei „{provider}“ löschen? Es lässt sich nicht wiederherstellen.",
    "command.delete.questionPending":
      "Die Löschung {id} senden? Ein gelöschtes Konto lässt sich nicht wiederherstellen.",
    "command.delete.stage.deleted": "das Konto ist gelöscht; auf diesem Gerät sind noch Daten darüber",
    "command.delete.stage.notSent": "wurde nicht gesendet; das Konto besteht",
    "command.delete.stage.unknown": "wurde gesendet; ob das Konto gelöscht ist, ist nicht bekannt",
    "command.delete.unknown":
      "Ob das Konto gelöscht ist, ist nicht bekannt: {message} „latchkey delete-account --confirm {id}“ sendet "
      + "die Löschung erneut, --abandon gibt sie auf.",
    "command.delete.unowned":
      "Anmeldedaten dieses Geräts sind noch da, weil nicht bekannt ist, wem sie gehören. "
      + "„latchkey sign-out --forget-device“ entfernt sie, solange kein Benutzer angemeldet ist.",
    "command.delete.yes": "ja",
    "command.history.expired": "abgelaufen",
    "command.history.mismatched": "eine Erneuerung ergab ein anderes Feld {field} und wurde verworfen",
    "command.history.none": "Es gibt noch keinen Verlauf.",
    "command.history.refused": "von {provider} abgewiesen",
    "command.history.refusedByApp": "vom Identitätssystem der App abgewiesen",
    "command.history.replaced": "durch eine neue Anmeldung ersetzt",
    "command.history.signedIn": "angemeldet",
    "command.history.signedOut": "abgemeldet",
    "command.history.trouble": "nicht verwendbar",
    "command.history.vanished": "von einem Programm entfernt, das keinen Grund nannte",
    "command.session.renewed": "Erneuert",
    "command.session.renewedUntil": "Erneuert, gültig bis {date}",
    "command.sessions.heading.account": "KONTO",
    "command.sessions.heading.expires": "LÄUFT AB",
    "command.sessions.heading.id": "ID",
    "command.sessions.heading.provider": "ANBIETER",
    "command.sessions.noLabels": "Keine Bezeichnungen",
    "command.sessions.maybeValid":
      "Das Token der Sitzung ist abgelaufen. Wenn der Server die Sitzung noch verlängert, ist sie dort gültig. Um eine "
      + "Sitzung dort zu beenden, verwenden Sie „sign-out ID“ statt „sessions remove“.",
    "command.sessions.none": "Es ist keine Sitzung gespeichert.",
    "command.sessions.removed": "{id} von diesem Rechner entfernt",
    "command.sessions.selected": "{id} ausgewählt",
    "command.sessions.stillValid":
      "Beim Server ist die Sitzung noch gültig. Um eine Sitzung dort zu beenden, verwenden Sie „sign-out ID“ "
      + "statt „sessions remove“.",
    "command.sessions.stillValidUntil":
      "Beim Server ist die Sitzung noch gültig. Ihr Ablauf: {time}. Um eine Sitzung dort zu beenden, verwenden "
      + "Sie „sign-out ID“ statt „sessions remove“.",
    "command.sessions.until": "bis {date}",
    "command.signOut.done": "Abgemeldet",
    "command.signOut.incomplete":
      "Einige Sitzungen sind noch angemeldet; die Warnungen nennen sie. Mit --all beendet der Befehl sie.",
    "command.signOut.left": "{user} ist noch bei „{provider}“ angemeldet; --all beendet alle Sitzungen.",
    "command.signOut.page": "Öffnen Sie {url}, um die Sitzung beim Identitätsanbieter zu beenden.",
    "command.signOut.undeleted": "{id} ist noch angemeldet: {message}",
    "command.signOut.unforgotten": "„{id}“ vertraut diesem Gerät vielleicht noch: {message}",
    "command.signOut.unreadable": "eine gespeicherte Sitzung blieb, wie sie ist: {message}",
    "command.signOut.unrevoked": "die Abmeldung von {id} wurde dem Server nicht gemeldet: {message}",
    "command.whoami.expires": "Ablauf",
    "command.whoami.provider": "Anbieter",
    "command.whoami.session": "Sitzung",
    "command.whoami.state": "Zustand",
    "command.whoami.state.expired": "abgelaufen",
    "command.whoami.state.loading": "wird geladen",
    "command.whoami.state.locked": "gesperrt: der Schlüssel der Sitzung ist gerade nicht verfügbar",
    "command.whoami.state.signedIn": "angemeldet",
    "command.whoami.state.signedOut": "abgemeldet",
    "command.whoami.state.unverified": "angemeldet; die Sitzung muss erneuert werden",
    "command.whoami.subject": "Benutzer-ID",
    "command.whoami.unknown": "unbekannt",
  ]
}
