extension HelpTexts {
  /// German texts of the help about signing in and out, and about sessions.
  static let germanSessions: [String: String] = [
    "help.approve.deny": "die Anmeldung ablehnen",
    "help.approve.discussion": """
    Ohne ID: die Anmeldungen auflisten, die auf dieses Gerät warten. Mit ID, die auch der Text eines QR-Codes sein
    kann: diese Anmeldung bestätigen, oder sie mit --deny ablehnen. Es muss kein Benutzer angemeldet sein, aber auf
    dem Gerät muss eine Methode eingerichtet sein („enroll push“, „enroll qr“).
    """,
    "help.approve.number": "die Zahl, die das andere Gerät zeigt",
    "help.approve.summary": "Eine Anmeldung auf einem anderen Gerät bestätigen oder ablehnen",
    "help.credentials.summary": "Die Anmeldedaten des angemeldeten Benutzers auflisten",
    "help.delete-account.abandon": "eine ausstehende Löschung aufgeben",
    "help.delete-account.apple-code": "ein neuer Autorisierungscode für --revoke-apple: -, @FILE oder env:NAME",
    "help.delete-account.backend": "DELETE an diese URL im Backend der App senden, statt den Anbieter zu fragen",
    "help.delete-account.confirm": "eine ausstehende Löschung senden, auch wenn sie schon einmal gesendet wurde",
    "help.delete-account.discussion": """
    Das Konto wird beim Anbieter gelöscht, wenn der Anbieter das erlaubt, oder mit --backend vom Backend der App.
    Der Befehl verlangt eine Bestätigung: Ein Konto lässt sich nicht wiederherstellen.

    Eine Löschung, deren Antwort verloren ging, steht aus; ohne Bestätigung wird nichts noch einmal gesendet.
    --pending listet solche Löschungen auf, --confirm sendet eine, und --abandon gibt eine auf. Jeder andere Aufruf
    des Befehls entfernt zuerst die Daten von Konten, deren Löschung bekannt ist.
    """,
    "help.delete-account.pending": "die Löschungen auflisten, die nicht abgeschlossen sind",
    "help.delete-account.revoke-apple":
      "zuvor das Backend unter dieser URL die Token von „Mit Apple anmelden“ widerrufen lassen",
    "help.delete-account.summary":
      "Das Konto des angemeldeten Benutzers und alle Daten darüber auf diesem Gerät löschen",
    "help.delete-account.yes": "keine Bestätigung verlangen",
    "help.enroll.identifier": "die Adresse oder Nummer, die eingerichtet wird",
    "help.enroll.summary": "Für den angemeldeten Benutzer eine Methode einrichten",
    "help.history.account": "nur diesen Benutzer zeigen: die ID einer seiner Sitzungen oder seine Adresse",
    "help.history.discussion": """
    Zeigt für jeden Benutzer der eingestellten Anbieter, oder nur des Anbieters --provider: wann Sitzungen begannen,
    wie sie endeten, welches Programm sie beendet hat und welche Fehler ihre Verwendung verhindert haben. Der
    Verlauf bleibt nach einer Abmeldung erhalten. „sessions remove“ und „sign-out --forget-device“ löschen ihn. Er
    enthält kein Geheimnis.
    """,
    "help.history.summary": "Zeigen, wann und warum Sitzungen auf diesem Gerät begannen und endeten",
    "help.refresh.summary": "Die Sitzung sofort erneuern",
    "help.sessions.discussion": """
    Aktionen mit einer Sitzung:
      use ACCOUNT              sie für ihren Anbieter auswählen
      token ACCOUNT            ihr Token ausgeben, bei Bedarf erneuert
      refresh ACCOUNT          sie sofort erneuern
      label ACCOUNT KEY=VALUE  ihr eine Bezeichnung geben; ein leerer Wert entfernt die Bezeichnung
      remove ACCOUNT           sie, ihre Schlüssel und den Verlauf ihres Benutzers hier löschen; kein Server erfährt davon
    ACCOUNT ist die ID einer Sitzung, die E-Mail-Adresse, die Telefonnummer oder der Name ihres Benutzers, dessen ID
    beim Anbieter oder eine Bezeichnung KEY=VALUE. Wenn mehrere Konten gemeint sein können, wählt --provider aus.
    „sign-out ACCOUNT“ beendet die Sitzung auch beim Server.
    """,
    "help.sessions.summary": "Die gespeicherten Sitzungen auflisten oder mit einer arbeiten",
    "help.sign-in.discussion": """
    Führt einen Ablauf des eingestellten Anbieters aus und speichert die Sitzung. Rückfragen beantworten Sie am
    Terminal; ohne Terminal werden die Antworten zeilenweise von der Standardeingabe gelesen. Wenn die Redirect-URL
    eine http-Adresse auf Loopback ist, nimmt der Befehl die Weiterleitung dort an; `--listen` wählt die Adresse, wenn
    für den Ablauf keine eingestellt ist.
    """,
    "help.sign-in.purpose": "der Zweck (Vorgabe: signin; es registriert unbekannte Benutzer)",
    "help.sign-in.resume": "einen unterbrochenen Ablauf fortsetzen",
    "help.sign-in.summary": "Einen Benutzer anmelden",
    "help.sign-in.suspend": "bei der ersten Rückfrage anhalten und ein Ticket zum Fortsetzen ausgeben",
    "help.sign-out.all": "alle gespeicherten Sitzungen der eingebundenen Anbieter abmelden",
    "help.sign-out.discussion":
      "Ohne ACCOUNT endet die Sitzung, die gerade verwendet wird. ACCOUNT nennt ein Konto wie bei „sessions“.",
    "help.sign-out.forget-device": "auch das Vertrauen in dieses Gerät und seine Push-Anmeldedaten löschen",
    "help.sign-out.summary": "Abmelden: die Sitzung hier löschen und es dem Server mitteilen",
    "help.step-up.identifier": "die Adresse oder Nummer, die verwendet wird",
    "help.step-up.summary": "Den Benutzer für eine einzelne Aktion erneut prüfen",
    "help.whoami.claims": "als JSON ausgeben, was der Anbieter über den Benutzer und die Anmeldung sagt",
    "help.whoami.summary": "Zeigen, wer angemeldet ist, ohne den Server zu fragen",
  ]
}
