extension HelpTexts {
  /// German texts of the help about the set-up, the stores and the tools.
  static let germanSetup: [String: String] = [
    "help.adopt.discussion": """
    DIRECTORY enthält Kopien der Daten der App: „preferences.plist“, die Datei ihrer User Defaults, und
    „keychain.json“, ihre Einträge im Schlüsselbund. Documentation/Migrating/Turnkey.md beschreibt beide. Zu jedem
    Eintrag wird ausgegeben, was mit ihm geschehen ist. Ein Eintrag wird aus den Kopien entfernt, sobald sein Ersatz
    gespeichert ist.

    Schlüssel, die sich nicht kopieren lassen, werden dort verwendet, wo sie sind. Die Konfiguration enthält dafür
    "storage": {"adopted": {"directory": DIRECTORY}}.
    """,
    "help.adopt.keep": "die Kopien lassen, wie sie sind",
    "help.adopt.summary": "Übernehmen, was das eigene SDK eines Anbieters auf einem Gerät gespeichert hat",
    "help.bench.discussion": """
      stamp                 Stempel wie bei Turnkey über 256 Bytes, ein Thread
      es256_verify          mit ES256 geprüfte JWTs, ein Thread
      request_one_vendor    geprüfte Anfragen an ein Backend mit einem Anbieter, ES256
      request_five_vendors  dasselbe für ein Backend mit fünf Anbietern
      hs256_verify          mit HS256 geprüfte JWTs, ein Thread
      hs256_whole           dasselbe; die C-Schleife zerlegt und prüft das Token ebenfalls
      authorised_request    autorisierte Anfragen an einen Server auf Loopback
      cached_token          das Token einer gültigen Sitzung, aus dem Arbeitsspeicher
      waiters_10000         10.000 Aufrufer beim Ablauf, von der Antwort bis alle weiterlaufen
      restore               ein Konto, aus seiner verschlüsselten Datei wiederhergestellt
      save                  eine dauerhaft gespeicherte Sitzung, mit Vergleich der Generation

    Der Vergleichswert ist eine C-Schleife, die nur das Nötigste tut. Zwei Vergleichswerte sind anders: SQLite für
    „restore“, und eine bloße Liste von Continuations für „waiters_10000“. Der Code und sein Vergleich laufen
    abwechselnd. Gemessen wird Prozessorzeit, oder die Uhrzeit, wo auf eine Festplatte oder auf andere Tasks
    gewartet wird. Das Verhältnis ist der Median der Durchgänge.

    Die Messungen sind ein eigenes Programm, latchkey-bench, das im selben Verzeichnis liegen muss wie dieses. Bauen
    Sie beide mit „swift build -c release“: Ein Debug-Build misst auch die Laufzeitprüfungen von Swift.
    """,
    "help.bench.summary": "Die meistbenutzten Codepfade messen, jeden gegen einen Vergleichswert desselben Laufs",
    "help.completion.discussion": """
    Das Skript fragt latchkey nach Befehlen, Optionen, Anbietern, Profilen, Methoden und Konten. Die Beschreibungen sind
    in der Sprache von LANG.

    So wird das Skript in jeder Shell geladen:

      bash        in ~/.bashrc: source <(latchkey completion bash)
      zsh         in ~/.zshrc, nach compinit: source <(latchkey completion zsh)
      fish        einmal: latchkey completion fish > ~/.config/fish/completions/latchkey.fish
      powershell  in $PROFILE: latchkey completion powershell | Out-String | Invoke-Expression
    """,
    "help.completion.summary": "Ein Skript zur Vervollständigung für bash, zsh, fish oder PowerShell ausgeben",
    "help.config-check.discussion": """
    Listet alle Fehler auf einmal auf, mit Pfad, Grund und dem ähnlichsten bekannten Schlüssel. Prüft jedes Profil
    der Datei, wenn --profile keines nennt. Überspringt die Blöcke von Anbietern, die hier nicht eingebunden sind, und
    Speicher, die nur eine App hat („keychain“, „secure-enclave“).
    """,
    "help.config-check.summary": "Die Konfiguration streng lesen und alles auflisten, was falsch ist",
    "help.config-schema.discussion": "Das Schema enthält die Schlüssel, die die eingebundenen Anbieter lesen.",
    "help.config-schema.markdown": "stattdessen die Schlüssel als Tabellen ausgeben, wie in der Dokumentation",
    "help.config-schema.summary": "Das JSON-Schema der Konfiguration ausgeben, für Editoren",
    "help.demo.discussion": """
    Startet die Sandbox, schreibt eine Konfigurationsdatei und führt denselben Code der App einmal je Anbieter aus.
    Nur `provider` ändert sich. Codes werden aus dem Postausgang der Sandbox gelesen. Am Ende steht eine Tabelle;
    der Exit-Status ist 0, wenn jede Zeile ok ist.
    """,
    "help.demo.summary": "Eine App ausführen, die sich bei jedem Anbieter anmeldet, gegen eine lokale Sandbox",
    "help.doctor.discussion": """
    Prüft die Konfiguration, die Bibliotheken, das Zustandsverzeichnis, jeden Endpunkt (Erreichbarkeit, TLS,
    Abweichung der Uhren), die Zuordnungsdateien der Relying Partys von Passkeys und das TPM. Ändert nichts und
    meldet keinen Benutzer an.
    """,
    "help.doctor.summary": "Die ganze Einrichtung prüfen und sagen, was zu beheben ist",
    "help.man.discussion": """
    Schreibt latchkey.1 und eine Seite für jeden Befehl unter DIRECTORY: englische Seiten nach man1, deutsche nach
    de/man1. Seiten mit denselben Namen werden ersetzt. Ohne DIRECTORY wird die Seite latchkey(1) ausgegeben.

    So werden die Seiten für diesen Benutzer installiert; man findet sie dort, wenn ~/.local/bin in PATH steht:

      latchkey man ~/.local/share/man
      LANG=de_DE.UTF-8 latchkey man ~/.local/share/man

    „latchkey completion“ gibt das Skript zur Vervollständigung aus, das daneben gehört.
    """,
    "help.man.summary": "Die Handbuchseiten schreiben, in der Sprache von LANG",
    "help.new-adapter.command-line": "latchkey-NAME hinzufügen, ein „latchkey“, das den Adapter einbindet",
    "help.new-adapter.directory": "wo der Ordner NAME angelegt wird (Vorgabe: das aktuelle Verzeichnis)",
    "help.new-adapter.discussion": """
    Schreibt ein Swift-Paket. Schon bevor Sie etwas ändern, lässt es sich bauen, meldet sich bei der Sandbox eines
    erfundenen Anbieters an und besteht die Konformitätstests. Kommentare markieren die Stellen, die zu ändern sind;
    der Befehl gibt eine Liste davon aus. Die Anleitung ist Documentation/WritingAnAdapter.md.
    """,
    "help.new-adapter.latchkey":
      "der Checkout oder das Repository von Latchkey (Vorgabe: der Checkout, aus dem dieses Programm gebaut wurde)",
    "help.new-adapter.summary": "Das Paket eines Adapters für einen weiteren Anbieter schreiben",
    "help.providers.summary": "Die eingebundenen und die eingestellten Anbieter auflisten",
    "help.sandbox.discussion": """
    Läuft, bis der Befehl unterbrochen wird. Mit --json ist die erste Zeile der Standardausgabe die Beschreibung der
    Sandbox. Sie erscheint, sobald die Sandbox Verbindungen annimmt.
    """,
    "help.sandbox.port": "der Port; 0 nimmt einen freien (Vorgabe: 8787)",
    "help.sandbox.state-dir": "Namen und Schlüssel in DIR aufbewahren; ein Neustart setzt dann dieselbe Sandbox fort",
    "help.sandbox.summary": "Alle Anbieter, das Backend und das Identitätssystem der App auf Loopback nachbilden",
    "help.sandbox.tls":
      "HTTPS mit einem selbst signierten Zertifikat anbieten, das neben die Konfiguration geschrieben wird",
    "help.sandbox.webhooks": "Webhooks wie die von Authsignal signiert an URL senden",
    "help.sandbox.write-config": "eine Konfiguration für alle Anbieter schreiben; ersetzt die Datei",
    "help.storage.discussion": """
      check       zeigen, was die Speicher enthalten (Vorgabe); Exit-Status 74, wenn ein Datensatz nicht lesbar ist
      migrate     Datensätze früherer Versionen jetzt neu schreiben, sonst jeden bei seiner nächsten Änderung
      rotate      neue Schlüssel erzeugen und alle Datensätze neu versiegeln; andere Prozesse laufen weiter
      quarantine  unlesbare Datensätze Byte für Byte in das Unterverzeichnis „quarantine“ verschieben
      accept      den jetzigen Stand annehmen, nachdem eine Sicherung eingespielt oder das Verzeichnis verlegt wurde
      grant ROLE  das SQL ausgeben, das ROLE, der Rolle der Hosts in PostgreSQL, nur die nötigen Rechte gibt

    Liegen die Sitzungen in PostgreSQL, berichtet „check“ auch über das Schema, „migrate“ legt das Schema an oder
    erweitert es (als Eigentümer des Schemas und mit der URL dieser Rolle auszuführen; Hosts der vorigen Version
    arbeiten weiter), und „rotate“ versiegelt die Zeilen neu.

    Keine Aktion löscht einen Datensatz. Ein Datensatz, den eine spätere Version geschrieben hat und den diese nicht
    lesen kann, bleibt, wo er ist, bis Sie „quarantine“ ausführen.
    """,
    "help.storage.summary": "Die Speicher der Sitzungen, Schlüssel und Datensätze prüfen und pflegen",
  ]
}
