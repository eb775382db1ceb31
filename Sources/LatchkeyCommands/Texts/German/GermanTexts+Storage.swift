import AuthUI

extension TextCatalog {
  /// German texts about stores and databases.
  static let germanStorage: [String: String] = [
    "command.postgres.forbidden": "verboten",
    "command.postgres.rowCount": "{table} {count}",
    "command.postgres.rowEstimate": "{table} etwa {count}",
    "command.postgres.rows": "Zeilen",
    "command.postgres.runGrant": "Führen Sie das SQL von „latchkey storage grant ROLE“ als Eigentümer des Schemas aus.",
    "command.postgres.runMigrate": "Führen Sie „latchkey storage migrate“ als Eigentümer des Schemas aus.",
    "command.postgres.schema": "Schema",
    "command.postgres.sealed": "Neu versiegelte Zeilen: {count}",
    "command.postgres.unchanged":
      "Zeilen, die sich nicht öffnen lassen und unverändert bleiben: {count}. „latchkey storage check“ zeigt die "
      + "Gründe.",
    "command.postgres.unreadable": "unlesbar",
    "command.postgres.version": "Version {version}; dieses Programm braucht {needed}",
    "command.storage.earlier": "({count} von einer früheren Version)",
    "command.storage.migrated":
      "{count, plural, one {# Datensatz} other {# Datensätze}} in der jetzigen Form neu geschrieben",
    "command.storage.moved": "{count, plural, one {# Datei} other {# Dateien}} in die Quarantäne verschoben:",
    "command.storage.nothingMoved": "Keine Datei musste verschoben werden",
    "command.storage.quarantined": "in Quarantäne",
    "command.storage.readable": "lesbar",
    "command.storage.rows": "{count, plural, one {# Zeile} other {# Zeilen}} der Datenbank neu versiegelt",
    "command.storage.schema": "Schemaversion {step}",
    "command.storage.sealed": "Alle Datensätze sind mit neuen Schlüsseln versiegelt",
    "command.storage.sealedReadable":
      "Die lesbaren Datensätze sind mit neuen Schlüsseln versiegelt. „latchkey storage check“ nennt die Gründe "
      + "für {count, plural, one {den anderen} other {die # anderen}}:",
    "command.storage.unreadable": "unlesbar",
  ]
}
