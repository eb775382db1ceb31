/// A QR code (ISO/IEC 18004) for a terminal, made by libqrencode.
package struct QRCode {
  /// The number of modules on a side.
  package let size: Int
  /// For each module, row by row, whether it is dark.
  private let modules: [Bool]

  /// The code of a text at error correction level L; nil if libqrencode is not installed, or if the text is empty or
  /// too long (2,953 bytes).
  package init?(_ text: String) {
    guard let library = QREncodeLibrary.load(), let symbol = library.encode(text) else { return nil }
    size = symbol.width
    // The lowest bit is 1 for a dark module; the other bits give the module's purpose (qrencode.h).
    modules = symbol.data.map { $0 & 1 == 1 }
  }

  /// Whether the module is dark; false outside the code.
  package subscript(x: Int, y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// The code for a terminal with a dark background: each line shows two rows of modules and draws the light modules,
  /// including the quiet zone of four modules on each side.
  package var lines: [String] {
    stride(from: -4, to: size + 4, by: 2).map { y in
      String(
        (-4..<size + 4).map { x -> Character in
          switch (self[x, y], self[x, y + 1]) {
          case (false, false): "█"
          case (false, true): "▀"
          case (true, false): "▄"
          case (true, true): " "
          }
        })
    }
  }
}
