public import AuthCore

/// A wrapping that keeps a note about each directory next to its key, where somebody who can write only to the
/// directory cannot change it. A storage thereby notices that an older state of the directory was put back.
public protocol StateAnchoring: KeyWrapping {
  /// Returns the note with a name; nil if no note was stored, or if the place of the key is missing.
  ///
  /// - Throws: `store_corrupt` if the place of the key is damaged, or another storage code.
  func note(_ name: String) throws(AuthError) -> [UInt8]?

  /// Stores a note by its name. Does nothing if the place of the key is missing or can only be read.
  ///
  /// - Throws: `store_locked` if another process holds the lock for too long, or another storage code.
  func store(_ note: [UInt8], named name: String) throws(AuthError)

  /// Returns the absolute path of a directory for the manifest with a name, which lists the records of a storage
  /// directory (see Storage.md); nil if the manifest cannot be stored next to the key, or not now.
  ///
  /// - Throws: a storage code.
  func manifestDirectory(_ name: String) throws(AuthError) -> String?
}
