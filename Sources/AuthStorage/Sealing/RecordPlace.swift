/// The location of a record: the subdirectory of its store and namespace, and the file in it. The seal authenticates
/// both names.
package struct RecordPlace: Sendable, Hashable {
  /// The name of the subdirectory: the store's name, such as `sessions`; in a namespace, followed by `-` and a hash of
  /// the namespace.
  package let room: String
  /// The name of the file without its extension: a hash of store, namespace and key.
  package let file: String

  package init(room: String, file: String) {
    self.room = room
    self.file = file
  }

  /// The file extension of records.
  static let suffix = ".sealed"

  var associatedData: [UInt8] { LengthPrefixed.encode(room) + LengthPrefixed.encode(file) }
}
