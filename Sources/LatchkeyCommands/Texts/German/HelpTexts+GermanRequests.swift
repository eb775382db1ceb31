extension HelpTexts {
  /// German texts of the help about requests, tokens and other programs.
  static let germanRequests: [String: String] = [
    "help.authorize.discussion": """
    Sendet die Anfrage nicht, erneuert aber zuerst die Sitzung, wenn eine Erneuerung fällig ist. Wie bei „send“
    stempelt oder signiert der Anbieter die Anfrage, oder er fügt sein Token hinzu, und nur für seine `origins`.
    Jede Kopfzeile steht in einer eigenen Zeile, in der Form, die curl liest:

      latchkey authorize GET URL | curl -H @- URL

    Die Kopfzeilen sind Anmeldedaten: Halten Sie sie geheim. Verwenden Sie sie sofort, und nur für diese Methode,
    diese URL und diesen Inhalt: Die Stempel und Nachweise des Anbieters laufen ab und können sich auf all das
    beziehen. Wenn der Inhalt signiert wird, senden Sie genau die Bytes von --data (curl: --data-binary).
    """,
    "help.authorize.summary": "Die Kopfzeilen ausgeben, die eine Anfrage autorisieren, für einen anderen HTTP-Client",
    "help.credential-helper.discussion": """
    git ruft den Befehl mit der Operation get, store oder erase auf und beschreibt das entfernte Repository auf der
    Standardeingabe. Auf get antwortet er mit dem Token der Sitzung, die anderen Operationen ignoriert er. In den
    Speichern von git wird nichts abgelegt:

      git config --global credential.https://git.example.com.helper \\
        '!latchkey credential-helper git --config /path/to/auth.json'

    Für curl gibt er die Kopfzeilen, die ein GET der URL autorisieren, als Zeilen einer Konfigurationsdatei aus:

      latchkey credential-helper curl URL | curl --config - URL

    Anmeldedaten gibt es nur für die `origins` des Anbieters; bei Bedarf wird die Sitzung zuerst erneuert. Für ein
    anderes Repository erhält git keine Antwort und fragt sein nächstes Hilfsprogramm.
    """,
    "help.credential-helper.summary": "git oder curl die Anmeldedaten der Sitzung geben",
    "help.exec.descriptor": "das Token in einer offenen Datei übergeben und gültig halten",
    "help.exec.discussion": """
    Das Programm erhält das Token in der Variablen LATCHKEY_TOKEN, oder in der Variablen, die --variable nennt. Es
    tritt an die Stelle dieses Befehls; Signale und Exit-Status sind daher seine eigenen. Die Sitzung wird zuerst
    erneuert, wenn eine Erneuerung fällig ist, oder wenn das Token kürzer gültig ist als --min-validity:

      latchkey exec --variable API_TOKEN -- ./deploy.sh --region eu

    Die Umgebung eines Programms können andere Programme des Benutzers lesen. Mit --descriptor steht das Token
    stattdessen in einer offenen Datei, deren Pfad in LATCHKEY_TOKEN_FILE steht. Solange das Programm läuft,
    erneuert dieser Befehl die Sitzung und schreibt jedes neue Token in die Datei: Lesen Sie sie vor jeder
    Verwendung erneut. Die Datei liegt im Arbeitsspeicher, und nur das Programm und die Programme, die es startet,
    können sie öffnen.
    """,
    "help.exec.summary": "Ein Programm mit dem Token der Sitzung in seiner Umgebung ausführen",
    "help.exec.variable": "der Name der Variablen (Vorgabe: LATCHKEY_TOKEN)",
    "help.jwt-verify.algorithms":
      "die zugelassenen Algorithmen, durch Kommas getrennt; HS* braucht einen Schlüssel vom Typ `oct`",
    "help.jwt-verify.at": "für diesen Zeitpunkt prüfen statt für jetzt",
    "help.jwt-verify.audience": "ein Wert, den `aud` enthalten muss",
    "help.jwt-verify.discussion": """
    Verlangt `exp`, und `aud`, wenn --audience angegeben ist. Weist eine unbekannte `kid` und doppelte Einträge ab.
    Die Uhren dürfen um 10 Sekunden voneinander abweichen. Ohne --algorithms sind RS256, ES256 und EdDSA zugelassen,
    jeweils nur mit einem Schlüssel ihres Typs. Eine URL wird mit den Einstellungen `transport` der Konfiguration
    geladen, wenn es eine gibt.
    """,
    "help.jwt-verify.issuer": "der verlangte `iss`",
    "help.jwt-verify.jwks": "die Schlüssel, als JWK Set",
    "help.jwt-verify.summary": "Das JWT auf der Standardeingabe prüfen und seine Claims ausgeben",
    "help.send.discussion": """
    Der Anbieter stempelt oder signiert die Anfrage, oder er fügt sein Token hinzu. Die Anfrage geht nur an die
    `origins` des Anbieters. Der Inhalt der Antwort kommt auf die Standardausgabe. Der Exit-Status ist 0 für eine
    Antwort 2xx, 77 für 401 und 403, 75 für 429 und 5xx, und 70 für jeden anderen Status.

    Mit --once darf kein Benutzer angemeldet sein: Der Befehl meldet IDENTIFIER für diese Anfrage an und wieder ab,
    bevor er die Antwort ausgibt.
    """,
    "help.send.once": "diesen Benutzer nur für diese Anfrage anmelden",
    "help.send.summary": "Eine autorisierte Anfrage senden",
    "help.stamp.discussion": """
    Gibt {"name", "value"} aus: die Kopfzeile, die mit genau diesen Bytes als Inhalt zu senden ist. Die
    Schlüsseldatei enthält {"publicKey", "privateKey"} hexadezimal.
    """,
    "help.stamp.key": "der API-Schlüssel",
    "help.stamp.summary": "Die Bytes der Standardeingabe mit einem API-Schlüssel wie bei Turnkey stempeln",
    "help.token.discussion": "Mit --json wird auch der Zeitpunkt ausgegeben, zu dem das Token abläuft.",
    "help.token.summary": "Das Token ausgeben, das das Backend der App erhält, bei Bedarf erneuert",
  ]
}
