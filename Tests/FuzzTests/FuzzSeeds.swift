#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The committed inputs of a parser, and the words of its dictionary.
struct FuzzSeeds {
  let inputs: [[UInt8]]
  let words: [[UInt8]]

  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Fuzz"

  /// The names of the corpora, which are the names of their targets.
  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/Corpus").sorted()
  }

  init(target: String) throws {
    let corpus = Self.folder + "/Corpus/" + target
    inputs = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted().map { name in
      Array(try Data(contentsOf: URL(filePath: corpus + "/" + name)))
    }
    let dictionary = try String(contentsOfFile: "\(Self.folder)/Dictionaries/\(target).dict", encoding: .utf8)
    words = dictionary.split(separator: "\n").compactMap { Self.word(in: $0) }
  }

  /// Parses a line of a libFuzzer dictionary: `"text"` or `name="text"`, with the escapes `\\`, `\"` and `\xHH`.
  private static func word(in line: Substring) -> [UInt8]? {
    guard !line.hasPrefix("#"), let open = line.firstIndex(of: "\""), line.last == "\"" else { return nil }
    var rest = line[line.index(after: open)...].dropLast()[...]
    var word: [UInt8] = []
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        word += Array(String(character).utf8)
        continue
      }
      if escaped == "x", let byte = UInt8(rest.prefix(2), radix: 16) {
        word.append(byte)
        rest = rest.dropFirst(2)
      } else {
        word += Array(String(escaped).utf8)
      }
    }
    return word
  }
}
