import AuthUI

extension TextCatalog {
  /// English texts about stores and databases.
  static let englishStorage: [String: String] = [
    "command.postgres.forbidden": "forbidden",
    "command.postgres.rowCount": "{table} {count}",
    "command.postgres.rowEstimate": "{table} about {count}",
    "command.postgres.rows": "rows",
    "command.postgres.runGrant": "Run the SQL of ''latchkey storage grant ROLE'' as the schema''s owner.",
    "command.postgres.runMigrate": "Run ''latchkey storage migrate'' as the schema''s owner.",
    "command.postgres.schema": "schema",
    "command.postgres.sealed": "Rows sealed again: {count}",
    "command.postgres.unchanged":
      "Rows that cannot be opened and stay unchanged: {count}. ''latchkey storage check'' shows the reasons.",
    "command.postgres.unreadable": "unreadable",
    "command.postgres.version": "version {version}; this build needs {needed}",
    "command.storage.earlier": "({count} of an earlier version)",
    "command.storage.migrated": "Rewrote {count, plural, one {# record} other {# records}} in the current form",
    "command.storage.moved": "Moved {count, plural, one {# file} other {# files}} to quarantine:",
    "command.storage.nothingMoved": "No file had to be moved",
    "command.storage.quarantined": "quarantined",
    "command.storage.readable": "readable",
    "command.storage.rows": "Sealed {count, plural, one {# row} other {# rows}} of the database again",
    "command.storage.schema": "Schema version {step}",
    "command.storage.sealed": "Sealed every record with new keys",
    "command.storage.sealedReadable":
      "Sealed the readable records with new keys. Run ''latchkey storage check'' for {count, plural, one {the "
      + "other one} other {the # others}}:",
    "command.storage.unreadable": "unreadable",
  ]
}
