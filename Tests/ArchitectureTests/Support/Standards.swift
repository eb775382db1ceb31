/// The standards with a number that a text cites.
enum Standards {
  private static let series = ["EIP-", "BIP-", "SLIP-", "FIP-", "CAIP-"]

  /// Returns the standards as they are cited: `RFC 6749`, `EIP-712`.
  static func cited(in text: String) -> Set<String> {
    let words = text.utf8.split { !isLetter($0) && !isDigit($0) && $0 != UInt8(ascii: "-") }
    var found: Set<String> = []
    for (index, word) in words.enumerated() {
      if word.elementsEqual("RFC".utf8), index + 1 < words.count, words[index + 1].allSatisfy(isDigit) {
        found.insert("RFC \(Substring(words[index + 1]))")
      } else if let name = series.first(where: { word.starts(with: $0.utf8) }) {
        let number = word.dropFirst(name.utf8.count)
        if !number.isEmpty, number.allSatisfy(isDigit) { found.insert(String(Substring(word))) }
      }
    }
    return found
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
