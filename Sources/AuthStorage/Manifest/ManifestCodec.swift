import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file of a part of the manifest. Its format, with sizes in bytes:
/// magic (6) ‖ version (1) ‖ bitwise complement of the version (1) ‖ sequence (8) ‖ code (16) ‖ entries.
///
/// An entry: content with its length prefix ‖ code (16). The content: kind (1) ‖ state (16) ‖ room ‖ file, the last two
/// with length prefixes.
///
/// A code is the start of an HMAC-SHA256 of the code before it and of the bytes before it. It shows the end of an
/// append that was cut off, and an entry that a program without the directory's keys wrote. The first code also covers
/// the part's name. The file may end with bytes that are not an entry; the next append replaces them.
struct ManifestCodec: Sendable {
  private let key: SymmetricKey
  private let part: String

  private static let magic = Array("LKMANI".utf8)
  private static let version: UInt8 = 1
  private static let headerSize = 6 + 2 + 8
  private static let codeSize = 16

  /// Creates the codec of a part.
  init(_ key: SymmetricKey, part: String) {
    self.key = key
    self.part = part
  }

  /// The content of a file, and where the next entry is appended.
  struct Content: Sendable {
    var shard: ManifestShard
    /// The size of the valid content.
    var end: Int
    fileprivate var code: [UInt8]
  }

  /// Encodes a new file with the accepted states of a part.
  func encode(_ shard: ManifestShard) -> (bytes: [UInt8], content: Content) {
    let header = Self.magic + [Self.version, ~Self.version] + LengthPrefixed.bigEndian(shard.sequence)
    var content = Content(shard: ManifestShard(sequence: shard.sequence), end: 0, code: first(header))
    var bytes = header + content.code
    content.end = bytes.count
    for entry in shard.entries { bytes += append(entry, to: &content) }
    return (bytes, content)
  }

  /// Applies an entry to the content of a file, and returns the bytes to append.
  func append(_ entry: ManifestShard.Entry, to content: inout Content) -> [UInt8] {
    let kind: UInt8 = (entry.isOnly ? 1 : 0) | (entry.state == .absent ? 2 : 0)
    let body = LengthPrefixed.encode([kind] + entry.state.encoded + entry.place.associatedData)
    content.code = next(content.code, body)
    content.end += body.count + Self.codeSize
    content.shard.apply(entry)
    return body + content.code
  }

  /// Decodes a file up to the first bytes that are not a valid entry; returns nil if the header is not valid.
  func decode(_ bytes: [UInt8]) -> Content? {
    let start = Self.headerSize + Self.codeSize
    let header = Array(bytes.prefix(Self.headerSize))
    guard bytes.count >= start, header.starts(with: Self.magic), header[6] == Self.version, header[7] == ~header[6],
      ConstantTime.equal(Array(bytes[Self.headerSize..<start]), first(header))
    else { return nil }
    let sequence = LengthPrefixed.number(header.suffix(8), as: UInt64.self)
    var content = Content(shard: ManifestShard(sequence: sequence), end: start, code: first(header))
    while let (entry, size, code) = entry(bytes[content.end...], after: content.code) {
      content.shard.apply(entry)
      content.end += size
      content.code = code
    }
    return content
  }

  private func entry(
    _ bytes: ArraySlice<UInt8>, after code: [UInt8]
  ) -> (entry: ManifestShard.Entry, size: Int, code: [UInt8])? {
    var reader = LengthPrefixedReader(bytes)
    guard let body = reader.bytes(), body.count > 1 + RecordState.size, reader.rest.count >= Self.codeSize else {
      return nil
    }
    let next = next(code, LengthPrefixed.encode(body))
    guard ConstantTime.equal(next, Array(reader.rest.prefix(Self.codeSize))) else { return nil }
    var names = LengthPrefixedReader(body.dropFirst(1 + RecordState.size))
    guard let room = names.text(), let file = names.text() else { return nil }
    let state = body[0] & 2 == 0 ? RecordState(Array(body[1...RecordState.size])) : .absent
    return (
      ManifestShard.Entry(RecordPlace(room: room, file: file), state, isOnly: body[0] & 1 == 1),
      4 + body.count + Self.codeSize, next
    )
  }

  private func first(_ header: [UInt8]) -> [UInt8] { next(LengthPrefixed.encode(part), header) }

  private func next(_ code: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    HMAC<SHA256>.authenticationCode(for: code + bytes, using: key).withUnsafeBytes { Array($0.prefix(Self.codeSize)) }
  }
}
