extension HelpTexts {
  /// German texts of the agent's commands.
  static let germanAgent: [String: String] = [
    "help.agent-request.discussion": """
    REQUEST ist ein JSON-Objekt; ohne REQUEST ist jede Zeile der Standardeingabe eines. „version“ wird ergänzt. Die
    Antwort auf jede Anfrage ist eine Zeile. Der Exit-Status ist der des letzten Fehlers. Mit --print gibt der Befehl
    ein Feld des Ergebnisses als Text aus, Kopfzeilen in je einer Zeile:

      latchkey agent request --print token '{"request": "token", "minValidity": 60}'
    """,
    "help.agent-request.print": "nur dieses Feld des Ergebnisses ausgeben",
    "help.agent-request.summary": "Eine Anfrage an den Agenten senden; er wird gestartet, wenn er nicht läuft",
    "help.agent-run.discussion": """
    Endet bei SIGTERM, SIGINT und SIGHUP, bei „agent stop“, wenn lange genug keine Anfrage kam, und wenn der Socket entfernt
    wurde. Mit --json beschreibt die erste Zeile der Standardausgabe den Socket. Sie erscheint, sobald er Verbindungen
    annimmt.
    """,
    "help.agent-run.ready": "eine Zeile in diesen offenen Deskriptor schreiben, sobald der Socket Verbindungen annimmt",
    "help.agent-run.summary": "Den Agenten im Vordergrund ausführen, für einen Dienstverwalter",
    "help.agent-start.discussion": """
    Der Agent bedient die Programme dieses Benutzers über einen Socket: Sie bekommen Token, die Kopfzeilen autorisierter
    Anfragen und Signaturen, aber nie ein Refresh-Token oder einen Schlüssel. Jede Erneuerung gilt für alle. Der Agent
    endet, wenn eine Zeit lang keine Anfrage kam; das nächste Programm startet ihn wieder.

    Kehrt zurück, sobald der Socket Verbindungen annimmt, und gibt seinen Pfad aus. Mit --json gibt der Befehl den Pfad
    und den Namen der Konfiguration aus, den ein Client in seinen Anfragen wiederholt.
    """,
    "help.agent-start.quiet": "nichts ausgeben",
    "help.agent-start.summary":
      "Den Agenten starten, der eine Anmeldung mit anderen Programmen teilt, wenn er nicht läuft",
    "help.agent-status.discussion": "Endet mit Status 75, wenn für diese Konfiguration kein Agent läuft.",
    "help.agent-status.summary": "Zeigen, ob der Agent läuft",
    "help.agent-stop.discussion":
      "Kehrt zurück, wenn der Agent geendet hat. Laufende Anfragen haben dafür zehn Sekunden.",
    "help.agent-stop.summary": "Den Agenten beenden",
    "help.shared.idle": "wie lange der Agent ohne Anfrage läuft (Vorgabe: 900)",
    "help.sign-in.sign-up": "dasselbe wie --purpose signup",
  ]
}
