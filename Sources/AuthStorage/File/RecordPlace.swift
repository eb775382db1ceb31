/// Where a record lies: the directory of its store and namespace, and its file in there. Both go into what is
/// authenticated.
struct RecordPlace: Sendable, Hashable {
  /// The directory: `sessions`, or `records-` and a hash of the namespace.
  let room: String
  /// The file: a hash of store, namespace and key.
  let file: String

  /// How the names of record files end.
  static let suffix = ".sealed"

  var associatedData: [UInt8] { LengthPrefixed.encode(room) + LengthPrefixed.encode(file) }
}
