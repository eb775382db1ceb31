import AuthUI

extension TextCatalog {
  /// German texts of output that is not about one topic.
  static let germanOutput: [String: String] = [
    "command.config.notLinked": "Typ „{type}“ ist hier nicht eingebunden und wurde nicht geprüft",
    "command.demo.failed": "gescheitert",
    "command.demo.heading.method": "Methode",
    "command.demo.heading.provider": "Anbieter",
    "command.demo.heading.request": "autorisierte Anfrage",
    "command.demo.heading.result": "Ergebnis",
    "command.demo.heading.subject": "Subjekt",
    "command.demo.newUser": "angemeldet als {subject}, ein neuer Benutzer",
    "command.demo.ok": "ok",
    "command.demo.returned": "GET /backend/me ergab {status}",
    "command.demo.sandbox": "Eine Sandbox für alle Anbieter läuft unter {url}",
    "command.demo.signedIn": "angemeldet als {subject}",
    "command.exec.notRenewed": "das Token wurde nicht erneuert: {message}",
    "command.man.written": "{count, plural, one {# Seite} other {# Seiten}} in {directory} geschrieben",
    "command.passkey.notOf":
      "Es gibt keinen Passkey von {name}. Die Passkeys auf diesem Rechner gehören {owners}. Nennen Sie einen "
      + "dieser Benutzer, um dessen Passkey zu verwenden.",
    "command.passkey.several":
      "Die Passkeys auf diesem Rechner gehören {owners}. Nennen Sie einen dieser Benutzer, um dessen Passkey zu "
      + "verwenden.",
    "command.providers.fallback": "Ersatz",
    "command.providers.notLinked": "nicht eingebunden",
    "command.providers.selected": "ausgewählt",
    "command.providers.type": "Typ {type}",
    "command.sandbox.started": "Die Sandbox läuft unter {url} (ihre Daten sind nicht geheim). Strg-C beendet sie.",
    "command.secretIsVisible":
      "--{option}: Prozesslisten zeigen ein Geheimnis aus der Befehlszeile; verwenden Sie -, @FILE oder env:NAME.",
    "command.send.sending": "Wird gesendet",
    "command.time.ago.days": "vor {count, plural, one {# Tag} other {# Tagen}}",
    "command.time.ago.hours": "vor {count} h",
    "command.time.ago.minutes": "vor {count} min",
    "command.time.ago.seconds": "vor {count} s",
    "command.time.centuriesAgo": "vor Jahrhunderten",
    "command.time.in.days": "in {count, plural, one {# Tag} other {# Tagen}}",
    "command.time.in.hours": "in {count} h",
    "command.time.in.minutes": "in {count} min",
    "command.time.in.seconds": "in {count} s",
    "command.time.inCenturies": "in Jahrhunderten",
    "command.time.now": "jetzt",
    "command.warning": "Warnung:",
    "failure.retry": "später erneut versuchen",
    "failure.signIn": "anmelden mit „latchkey sign-in --provider {provider}“",
    "failure.trace": "Vorgang {id}",
    "failure.vendorCode": "Code des Anbieters {code}",
    "failure.wait": "{count} s warten",
    "result.handOver": "Fertig. Mit --no-exchange gibt der Befehl das Ergebnis ({result}) für das Backend der App aus.",
    "result.newUser": "neuer Benutzer",
  ]
}
