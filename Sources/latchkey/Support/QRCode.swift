/// A QR code of up to 134 bytes: byte mode, level L, versions 1 to 6 (ISO/IEC 18004). Enough for the ids and links that
/// a terminal shows to be scanned.
struct QRCode {
  /// Modules on a side.
  private(set) var size: Int
  private var modules: [Bool]
  /// Whether a module belongs to a pattern that every code has.
  private var isFixed: [Bool]

  /// Codewords for data and for correction of each block, and how many blocks (ISO/IEC 18004 table 9).
  private static let versions = [(19, 7, 1), (34, 10, 1), (55, 15, 1), (80, 20, 1), (108, 26, 1), (68, 18, 2)]

  /// The code of a text; nil for one that is too long.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Mode and count take twelve bits, the terminator up to four.
    guard let index = Self.versions.firstIndex(where: { bytes.count + 2 <= $0.0 * $0.2 }) else { return nil }
    size = 21 + 4 * index
    modules = [Bool](repeating: false, count: size * size)
    isFixed = modules
    drawPatterns()
    draw(Self.codewords(bytes, Self.versions[index]))
    let drawn = self
    let masked = (0..<8).map { drawn.masked($0) }
    if let best = masked.min(by: { $0.penalty < $1.penalty }) { self = best }
  }

  /// Whether the module is dark; outside of the code none is.
  subscript(x: Int, y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// Two rows a line, light on a dark ground, with the quiet zone of four modules.
  var lines: [String] {
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

  // MARK: Codewords

  private static func codewords(_ bytes: [UInt8], _ version: (data: Int, correction: Int, blocks: Int)) -> [UInt8] {
    let capacity = version.data * version.blocks
    // 0100, the count, the bytes, 0000: all shifted by half a byte.
    var data: [UInt8] = [0x40 | UInt8(bytes.count >> 4)]
    var last = UInt8(truncatingIfNeeded: bytes.count)
    for byte in bytes {
      data.append(last << 4 | byte >> 4)
      last = byte
    }
    data.append(last << 4)
    while data.count < capacity { data.append((data.count - bytes.count) % 2 == 0 ? 0xEC : 0x11) }
    let blocks = (0..<version.blocks).map { Array(data[$0 * version.data..<($0 + 1) * version.data]) }
    let corrections = blocks.map { correction($0, count: version.correction) }
    return (0..<version.data).flatMap { index in blocks.map { $0[index] } }
      + (0..<version.correction).flatMap { index in corrections.map { $0[index] } }
  }

  /// The remainder of Reed and Solomon's division over GF(256), x⁸+x⁴+x³+x²+1.
  private static func correction(_ data: [UInt8], count: Int) -> [UInt8] {
    var generator = [UInt8](repeating: 0, count: count)
    generator[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        generator[index] = product(generator[index], root) ^ (index + 1 < count ? generator[index + 1] : 0)
      }
      root = product(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in (0..<8).reversed() {
      result = (result << 1) ^ (result >> 7 == 1 ? 0x1D : 0)
      if right >> UInt8(bit) & 1 == 1 { result ^= left }
    }
    return result
  }

  // MARK: Drawing

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  private mutating func drawPatterns() {
    for index in 0..<size {
      fix(index, 6, index % 2 == 0)
      fix(6, index, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for (dx, dy) in Self.square(4) {
        let ring = max(abs(dx), abs(dy))
        fix(x + dx, y + dy, ring != 2 && ring != 4)
      }
    }
    if size > 21 {
      for (dx, dy) in Self.square(2) { fix(size - 7 + dx, size - 7 + dy, max(abs(dx), abs(dy)) != 1) }
    }
    drawFormat(0)
  }

  private static func square(_ radius: Int) -> [(Int, Int)] {
    (-radius...radius).flatMap { x in (-radius...radius).map { (x, $0) } }
  }

  /// Level L and the mask, with ten bits of correction, twice.
  private mutating func drawFormat(_ mask: Int) {
    let data = 1 << 3 | mask
    var remainder = data
    for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
    let bits = (data << 10 | remainder) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9..<15 { fix(14 - index, 8, bit(index)) }
    for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  /// Up and down in columns of two, from the right, around what is fixed.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right > 0 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] && index < codewords.count * 8 {
          modules[y * size + x] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) {
        code.modules[y * size + x].toggle()
      }
    }
    code.drawFormat(mask)
    return code
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// What makes a code hard to read: long runs, squares of one colour, too much of one colour. Any mask can be read;
  /// this chooses one.
  private var penalty: Int {
    var total = 0
    for line in 0..<size {
      for column in [true, false] {
        var run = 0
        var last: Bool?
        for index in 0..<size {
          let module = column ? self[line, index] : self[index, line]
          run = module == last ? run + 1 : 1
          last = module
          if run == 5 { total += 3 } else if run > 5 { total += 1 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 where [self[x + 1, y], self[x, y + 1], self[x + 1, y + 1]].allSatisfy({ $0 == self[x, y] })
      {
        total += 3
      }
    }
    let dark = modules.count(where: { $0 })
    return total + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }
}
