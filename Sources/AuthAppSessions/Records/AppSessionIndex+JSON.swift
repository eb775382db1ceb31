import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppSessionIndex {
  /// The record's content.
  var record: Secret {
    var object: JSONObject = [
      "sessions": .array(entries.map { ["id": .string($0.id.rawValue), "at": .time($0.at)] })
    ]
    if let closing {
      var closed: JSONObject = ["at": .time(closing.at)]
      closed["before"] = closing.before.map { .time($0) }
      object["closed"] = .object(closed)
    }
    return RecordFields.encode(object)
  }

  /// Reads a record.
  ///
  /// - Throws: `store_corrupt` for another content; `store_version` if a later build wrote it.
  init(_ record: Secret) throws(AuthError) {
    let fields = try RecordFields(record)
    entries = try fields.list("sessions").map { (item) throws(AuthError) in
      Entry(id: SessionID(try item.text("id")), at: try item.time("at"))
    }
    if let value = fields["closed"] {
      let item = try RecordFields(value)
      closing = Closing(before: try item.optionalTime("before"), at: try item.time("at"))
    }
  }
}
