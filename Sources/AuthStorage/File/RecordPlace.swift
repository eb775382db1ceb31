/// The location of a record: the directory of its store and namespace, and its file there. Both are authenticated.
package struct RecordPlace: Sendable, Hashable {
  /// The directory: `sessions`, or `records-` and a hash of the namespace.
  package let room: String
  /// The file: a hash of store, namespace and key.
  package let file: String

  package init(room: String, file: String) {
    self.room = room
    self.file = file
  }

  /// The file extension of records.
  static let suffix = ".sealed"

  var associatedData: [UInt8] { LengthPrefixed.encode(room) + LengthPrefixed.encode(file) }
}
