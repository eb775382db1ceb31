import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names and forms of a directory's notes next to the wrapping key (see `StateAnchoring`):
///
/// - `keys/…`, by the directory's naming key: the digest of the key file and, while it is being replaced, that of the
///   next one.
/// - `path/…`, by the directory's path: the directory's naming key, as 20 bytes, and, while other keys are being made
///   there, theirs.
/// - `place/…`, by the naming key: digests of the path (16) and of the file number (16) of the directory with these
///   keys. A directory that was moved within its file system keeps the number; a copy has another path and another
///   number. For the root of a file system, zeros stand for the number.
struct DirectoryNotes: Sendable {
  /// The name of the note about the key file.
  let keys: String
  /// The name of the note about the path.
  let path: String
  /// The name of the note about the directory that has the keys.
  let place: String
  /// The content of the note about the directory.
  let location: [UInt8]
  /// The naming key in the note about the path.
  let own: [UInt8]

  private static let nameSize = 20
  private static let digestSize = 16
  private static let noNumber = [UInt8](repeating: 0, count: digestSize)

  /// Creates the names and contents for the directory at a canonical path.
  init(_ keys: VaultKeys, path: String, fileNumber: UInt64?) {
    let name = keys.fileName(["", "anchor"])
    self.keys = "keys/" + name
    self.path = Self.name(ofPath: path)
    place = "place/" + name
    own = Hex.decode(name) ?? []
    let number = fileNumber.map { Self.digest(LengthPrefixed.bigEndian($0)) } ?? Self.noNumber
    location = Self.digest(Array(path.utf8)) + number
  }

  /// The name of the note about a path.
  static func name(ofPath path: String) -> String { "path/" + Hex.encode(digest(Array(path.utf8))) }

  /// Whether a note about the path has no keys, or these.
  func isListed(in note: [UInt8]?) -> Bool {
    let names = Self.keysNotes(in: note ?? [])
    return names.isEmpty || names.contains(keys)
  }

  /// The note about the path while these keys are being made in addition to those of the present note.
  func added(to note: [UInt8]?) -> [UInt8] {
    let names = Self.keysNotes(in: note ?? []).suffix(1).filter { $0 != keys }
    return names.flatMap { Hex.decode(String($0.dropFirst(5))) ?? [] } + own
  }

  /// Whether a note about the directory with these keys is about this directory.
  func isHere(_ note: [UInt8]) -> Bool {
    let number = location.dropFirst(Self.digestSize)
    return note.isEmpty || note.prefix(Self.digestSize) == location.prefix(Self.digestSize)
      || (note.dropFirst(Self.digestSize) == number && !number.elementsEqual(Self.noNumber))
  }

  /// The names of all key-file notes that a note about a path lists. An earlier version stored one name as text.
  static func keysNotes(in note: [UInt8]) -> [String] {
    if note.starts(with: "keys/".utf8) { return String(strictUTF8: note).map { [$0] } ?? [] }
    return stride(from: 0, to: note.count, by: nameSize).map { start in
      "keys/" + Hex.encode(Array(note[start..<min(start + nameSize, note.count)]))
    }
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes).prefix(digestSize)) }
}
