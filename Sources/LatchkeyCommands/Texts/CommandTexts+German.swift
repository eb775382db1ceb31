import AuthUI

extension TextCatalog {
  /// German texts of the commands.
  static let commandGerman: [String: String] = [
    "failure.retry": "später erneut versuchen",
    "failure.signIn": "anmelden mit „latchkey sign-in --provider {provider}“",
    "failure.trace": "Vorgang {id}",
    "failure.vendorCode": "Code des Anbieters {code}",
    "failure.wait": "{count} s warten",
    "result.handOver": "Fertig. Mit --no-exchange gibt der Befehl das Ergebnis ({result}) für das Backend der App aus.",
    "result.newUser": "neuer Benutzer",
  ]
}
