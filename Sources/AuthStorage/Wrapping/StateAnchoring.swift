public import AuthCore

/// A wrapping that keeps a note about each directory next to its key, where a process that can write only to the
/// directory cannot change it. With this note, a storage detects whether an older state of the directory was restored.
public protocol StateAnchoring: KeyWrapping {
  /// Returns the note with the given name; nil if no note was stored, or if the place of the key is missing.
  ///
  /// - Throws: `store_corrupt` if the place of the key is damaged, or another storage code.
  func note(_ name: String) throws(AuthError) -> [UInt8]?

  /// Stores a note of at most 64 bytes under the given name. An empty note counts as no note.
  ///
  /// - Returns: false if the place of the key is missing, can only be read, or has no space for notes.
  /// - Throws: `store_locked` if another process holds the lock for too long, or another storage code.
  @discardableResult
  func store(_ note: [UInt8], named name: String) throws(AuthError) -> Bool

  /// Where the manifest, which lists the records of a storage directory, is stored.
  var manifestPlace: ManifestPlace { get }
}
