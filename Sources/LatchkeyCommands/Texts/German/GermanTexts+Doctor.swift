import AuthUI

extension TextCatalog {
  /// German texts of the findings of `doctor`.
  static let germanDoctor: [String: String] = [
    "command.doctor.appStorage":
      "{path}: „{kind}“ gibt es nur in Apps auf Systemen von Apple und wurde nicht geprüft",
    "command.doctor.area.configuration": "Konfiguration",
    "command.doctor.area.network": "Netzwerk",
    "command.doctor.area.passkeys": "Passkeys",
    "command.doctor.area.storage": "Speicher",
    "command.doctor.area.system": "System",
    "command.doctor.clock.ahead": "die Uhr dieses Rechners geht gegenüber der von {origin} {count} s vor",
    "command.doctor.clock.behind": "die Uhr dieses Rechners geht gegenüber der von {origin} {count} s nach",
    "command.doctor.clock.remedy": "die Uhr dieses Rechners synchronisieren: timedatectl set-ntp true",
    "command.doctor.configuration": "{path}: „{provider}“ meldet Benutzer an; gelesene Blöcke: {count}",
    "command.doctor.configuration.remedy":
      "mit --config eine Datei nennen, oder mit „latchkey sandbox --write-config FILE“ eine schreiben",
    "command.doctor.contacting": "Endpunkte werden angesprochen",
    "command.doctor.issuer.noMetadata": "{name}: der Aussteller veröffentlicht keine Metadaten (HTTP {status})",
    "command.doctor.issuer.noMetadata.remedy":
      "den Aussteller schreiben wie in seiner Dokumentation, oder für einen Server ohne Metadaten „endpoints“ setzen",
    "command.doctor.issuer.other": "{name}: die Metadaten nennen den Aussteller {issuer}",
    "command.doctor.issuer.other.remedy": "den Aussteller genau so schreiben wie in den Metadaten",
    "command.doctor.issuer.same": "{name}: die Metadaten nennen diesen Aussteller",
    "command.doctor.network.encrypted": "{name}: {origin} antwortet in {count} ms, Zertifikat geprüft",
    "command.doctor.network.encryptedStatus":
      "{name}: {origin} antwortet in {count} ms, Zertifikat geprüft, mit Status {status}",
    "command.doctor.network.loopback": "{name}: {origin} antwortet in {count} ms, Loopback ohne TLS",
    "command.doctor.network.loopbackStatus":
      "{name}: {origin} antwortet in {count} ms, Loopback ohne TLS, mit Status {status}",
    "command.doctor.network.noTransport": "nicht geprüft: der HTTP-Transport lässt sich nicht erzeugen",
    "command.doctor.network.remedy":
      "die Adresse, den Proxy (transport.proxy) und die vertrauten Stammzertifikate (transport.additionalRoots) prüfen",
    "command.doctor.notLinked": "{path}: Typ „{type}“ ist hier nicht eingebunden",
    "command.doctor.nothingToFix": "Alles in Ordnung.",
    "command.doctor.passkeys.android": "{address} nennt {count, plural, one {# Statement} other {# Statements}}",
    "command.doctor.passkeys.apple": "{address} nennt {count, plural, one {# App} other {# Apps}}",
    "command.doctor.passkeys.noApp":
      "{address} enthält keine App: Apps auf {system} bekommen keine Passkeys für {domain}",
    "command.doctor.passkeys.noJSON": "{address} ist kein JSON: Apps auf {system} bekommen keine Passkeys für {domain}",
    "command.doctor.passkeys.remedy.add": "die App in die Datei eintragen, wenn es sie auf {system} gibt",
    "command.doctor.passkeys.remedy.reach":
      "prüfen, ob dieser Rechner {origin} erreicht, und die Datei dort als application/json ausliefern",
    "command.doctor.passkeys.remedy.serve": "die Datei dort als application/json ausliefern, ohne Weiterleitung",
    "command.doctor.passkeys.status":
      "{address} ergibt HTTP {status}: Apps auf {system} bekommen keine Passkeys für {domain}",
    "command.doctor.passkeys.system.android": "Android",
    "command.doctor.passkeys.system.apple": "Apple-Systemen",
    "command.doctor.passkeys.unreachable":
      "{address} ist nicht abrufbar ({code}): Apps auf {system} bekommen keine Passkeys für {domain}",
    "command.doctor.storage.closed": "nur dieser Benutzer hat Zugriff auf {path}; Dateien: {count}",
    "command.doctor.storage.memory": "Sitzungen liegen im Arbeitsspeicher und enden mit dem Prozess",
    "command.doctor.storage.new": "{path} gibt es noch nicht: die erste Anmeldung legt es an",
    "command.doctor.storage.open": "andere Benutzer haben Zugriff auf {path}",
    "command.doctor.storage.openAndMore":
      "andere Benutzer haben Zugriff auf {path} und {count, plural, one {# weitere Datei} other {# weitere Dateien}}",
    "command.doctor.storage.readOnly": "{path} ist nicht beschreibbar: erneuerte Sitzungen gingen verloren",
    "command.doctor.storage.readOnly.remedy":
      "es beschreibbar machen, oder storage.directory auf ein anderes Verzeichnis setzen",
    "command.doctor.storage.sessions":
      "{count, plural, =0 {keine gespeicherten Sitzungen} one {# gespeicherte Sitzung, lesbar} other {# "
      + "gespeicherte Sitzungen, alle lesbar}}",
    "command.doctor.toFix": "Einiges ist zu beheben.",
    "command.doctor.tpm.failed": "{key} ist „tpm“: {message}",
    "command.doctor.tpm.failed.remedy": "für ein anderes TPM storage.tpm.connection setzen (jetzt „{device}“)",
    "command.doctor.tpm.forbidden": "{device} gibt es, aber dieser Benutzer darf es nicht verwenden",
    "command.doctor.tpm.forbidden.remedy": "den Benutzer in die Gruppe aufnehmen, der {device} gehört, oft „tss“",
    "command.doctor.tpm.found": "ein TPM unter {device}",
    "command.doctor.tpm.missing": "{key} ist „tpm“, aber {device} gibt es nicht",
    "command.doctor.tpm.missing.remedy":
      "das TPM in der Firmware einschalten, in storage.tpm.connection ein anderes nennen, oder {key} auf eine "
      + "andere Art setzen",
    "command.doctor.tpm.none": "kein TPM unter {device}; Schlüssel liegen in Dateien",
    "command.doctor.tpm.required": "ein TPM unter {device}, wie {key} es verlangt",
    "command.doctor.tpm.unused": "das TPM „{device}“ wird nicht verwendet",
  ]
}
