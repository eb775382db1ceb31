extension HelpTexts {
  /// German texts of the help of the pages themselves, and of the options that several commands have.
  static let germanHeadings: [String: String] = [
    "help.common.config": "die Konfiguration (Vorgabe: $AUTH_CONFIG, sonst auth.json)",
    "help.common.help": "diese Hilfe zeigen",
    "help.common.json": "auf der Standardausgabe nur JSON ausgeben, ein Objekt je Zeile",
    "help.common.profile": "das Profil der Konfiguration (Vorgabe: $AUTH_PROFILE, sonst das in der Datei)",
    "help.common.provider": "der Anbieter (Vorgabe: $AUTH_PROVIDER, sonst der in der Konfiguration)",
    "help.common.verbose": "jeden Schritt und jede Anfrage ohne Geheimnisse auf der Standardfehlerausgabe zeigen",
    "help.heading.commands": "Befehle:",
    "help.heading.commonOptions": "Optionen aller Befehle:",
    "help.heading.exitStatus": "Exit-Status:",
    "help.heading.exitStatuses":
      "0 fertig, 64 Aufruf, 70 intern oder unbekannt, 74 Speicher, 75 später versuchen, 77 abgewiesen, 78 "
      + "Konfiguration, 130 unterbrochen.",
    "help.heading.man.commands": "BEFEHLE",
    "help.heading.man.description": "BESCHREIBUNG",
    "help.heading.man.exitStatus": "EXIT-STATUS",
    "help.heading.man.name": "BEZEICHNUNG",
    "help.heading.man.options": "OPTIONEN",
    "help.heading.man.overview":
      "Jeder Befehl hat eine eigene Seite, latchkey-COMMAND(1). Die Texte sind in der Sprache der Variablen "
      + "LANGUAGE, LC_ALL, LC_MESSAGES und LANG. Mit --json gibt es keine Sprache, mit NO_COLOR keine Farbe.",
    "help.heading.man.seeAlso": "SIEHE AUCH",
    "help.heading.man.synopsis": "ÜBERSICHT",
    "help.heading.more":
      "„latchkey COMMAND --help“ beschreibt einen Befehl, „latchkey --version“ gibt die Version aus.",
    "help.heading.options": "Optionen:",
    "help.heading.optionsPlaceholder": "[OPTIONS]",
    "help.heading.overviewUsage": "latchkey COMMAND [OPTIONS]",
    "help.heading.title": "Benutzer bei jedem Identitätsanbieter anmelden",
    "help.heading.usage": "Aufruf:",
    "help.shared.account":
      "ein gespeichertes Konto: seine ID, die Adresse seines Benutzers oder eine Bezeichnung KEY=VALUE",
    "help.shared.content-type": "der Typ des Inhalts (Vorgabe: application/json)",
    "help.shared.data": "der Inhalt; @FILE liest ihn aus einer Datei",
    "help.shared.listen": "Weiterleitungen an http://127.0.0.1:PORT/callback annehmen; 0 nimmt einen freien Port",
    "help.shared.method": "die Methode: email_otp, sms_otp, password, custom_jwt, …",
    "help.shared.min-validity": "die Sitzung zuerst erneuern, wenn das Token nicht mehr so lange gültig ist",
    "help.shared.no-exchange": "den Code oder den Nachweis ausgeben, statt ihn beim Backend der App einzutauschen",
    "help.shared.open": "Seiten im Browser des Systems oder in $BROWSER öffnen",
    "help.shared.outbox": "Codes aus dem Postausgang einer Sandbox nehmen",
    "help.shared.token": "das Token, mit dem der Ablauf beginnt: -, @FILE oder env:NAME",
  ]
}
