public import AuthUI

extension TextCatalog {
  /// Returns the catalog of the first of the languages that has one, with the texts of a terminal; English if none has.
  /// The pseudo-locales `en-XA`, `ar-XB` and `en-XW` are also available.
  public static func terminal(for languages: [TextLanguage]) -> TextCatalog {
    best(for: languages, of: [.english, .german, .expanded, .rightToLeft, .wide]).adding(terminalTexts)
  }

  /// The texts of a terminal, by language.
  static let terminalTexts = [
    "en": [
      "terminal.alternatives": "(or type the name of another method)",
      "terminal.invalidURL": "This is not a URL. Paste the whole address of the last page.",
      "terminal.notInList": "“{text}” is not in the list. Type a number or a name from it.",
      "terminal.openAndPaste": "Open this page, then paste the address of the last page",
      "terminal.openPage": "Open this page; the sign-in then continues automatically",
      "terminal.pasteElsewhere": "(on another machine: paste the address of the last page)",
      "terminal.pressReturn": "Then press Return.",
      "terminal.resend": "(''resend'' for a new one)",
      "terminal.resendIn": "you can request a new code in {count} s",
      "terminal.resendNow": "type ''resend'' for a new code",
      "terminal.resent": "A new code was sent to {destination}.",
      "terminal.waitLink": "Waiting until the link is opened",
    ],
    "de": [
      "terminal.alternatives": "(oder den Namen einer anderen Methode eingeben)",
      "terminal.invalidURL": "Das ist keine URL. Fügen Sie die ganze Adresse der letzten Seite ein.",
      "terminal.notInList": "„{text}“ steht nicht in der Liste. Geben Sie eine Nummer oder einen Namen daraus ein.",
      "terminal.openAndPaste": "Öffnen Sie diese Seite, und fügen Sie dann die Adresse der letzten Seite ein",
      "terminal.openPage": "Öffnen Sie diese Seite; die Anmeldung geht dann von selbst weiter",
      "terminal.pasteElsewhere": "(auf einem anderen Rechner: die Adresse der letzten Seite einfügen)",
      "terminal.pressReturn": "Drücken Sie dann die Eingabetaste.",
      "terminal.resend": "(„resend“ für einen neuen)",
      "terminal.resendIn": "in {count} s können Sie einen neuen Code anfordern",
      "terminal.resendNow": "„resend“ für einen neuen Code",
      "terminal.resent": "Ein neuer Code wurde an {destination} gesendet.",
      "terminal.waitLink": "Warten, bis der Link geöffnet wird",
    ],
  ]
}
