extension Secp256k1 {
  /// A point on the curve y² = x³ + 7 other than the point at infinity.
  struct Point: Sendable, Hashable {
    let x: UInt256
    let y: UInt256

    init(x: UInt256, y: UInt256) {
      self.x = x
      self.y = y
    }

    /// Decodes a point, compressed or uncompressed (SEC 1 §2.3.4); nil if the bytes are malformed or the point is not
    /// on the curve.
    init?(encoded bytes: [UInt8]) {
      guard bytes.count > 32, let x = UInt256(bytes[1..<33]), x < field.value else { return nil }
      let square = field.add(field.multiply(x, field.multiply(x, x)), UInt256(0, 0, 0, 7))
      switch (bytes[0], bytes.count) {
      case (2, 33), (3, 33):
        // The order of the field is 3 modulo 4, so the power (order + 1) / 4 is a square root if one exists.
        let exponent = UInt256(
          0x3FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_BFFF_FF0C)
        let root = field.power(square, exponent)
        guard field.multiply(root, root) == square else { return nil }
        self.init(x: x, y: root.isOdd == (bytes[0] == 3) ? root : field.subtract(.zero, root))
      case (4, 65):
        guard let y = UInt256(bytes[33...]), y < field.value, field.multiply(y, y) == square else { return nil }
        self.init(x: x, y: y)
      default: return nil
      }
    }
  }

  /// A point in Jacobian coordinates, which contain a denominator, so that a calculation divides only at its end.
  struct JacobianPoint: Sendable {
    private var x: UInt256
    private var y: UInt256
    /// The denominator; zero for the point at infinity.
    private var z: UInt256

    static let infinity = JacobianPoint(x: .one, y: .one, z: .zero)

    init(_ point: Point) { self.init(x: point.x, y: point.y, z: .one) }

    private init(x: UInt256, y: UInt256, z: UInt256) {
      self.x = x
      self.y = y
      self.z = z
    }

    var affine: Point? {
      guard !z.isZero else { return nil }
      let inverse = field.inverse(z)
      let square = field.multiply(inverse, inverse)
      return Point(x: field.multiply(x, square), y: field.multiply(y, field.multiply(square, inverse)))
    }

    /// The point doubled, by the formulas dbl-2009-l of the Explicit-Formulas Database for curves with a = 0.
    var doubled: JacobianPoint {
      guard !z.isZero, !y.isZero else { return .infinity }
      let a = field.multiply(x, x)
      let b = field.multiply(y, y)
      let c = field.multiply(b, b)
      let sum = field.add(x, b)
      let half = field.subtract(field.subtract(field.multiply(sum, sum), a), c)
      let d = field.add(half, half)
      let e = field.add(a, field.add(a, a))
      let newX = field.subtract(field.multiply(e, e), field.add(d, d))
      let c2 = field.add(c, c)
      let c4 = field.add(c2, c2)
      let newY = field.subtract(field.multiply(e, field.subtract(d, newX)), field.add(c4, c4))
      let product = field.multiply(y, z)
      return JacobianPoint(x: newX, y: newY, z: field.add(product, product))
    }

    static func + (left: JacobianPoint, right: JacobianPoint) -> JacobianPoint {
      if left.z.isZero { return right }
      if right.z.isZero { return left }
      let leftSquare = field.multiply(left.z, left.z)
      let rightSquare = field.multiply(right.z, right.z)
      let u1 = field.multiply(left.x, rightSquare)
      let u2 = field.multiply(right.x, leftSquare)
      let s1 = field.multiply(left.y, field.multiply(right.z, rightSquare))
      let s2 = field.multiply(right.y, field.multiply(left.z, leftSquare))
      if u1 == u2 { return s1 == s2 ? left.doubled : .infinity }
      let h = field.subtract(u2, u1)
      let r = field.subtract(s2, s1)
      let h2 = field.multiply(h, h)
      let h3 = field.multiply(h, h2)
      let v = field.multiply(u1, h2)
      let newX = field.subtract(field.subtract(field.multiply(r, r), h3), field.add(v, v))
      let newY = field.subtract(field.multiply(r, field.subtract(v, newX)), field.multiply(s1, h3))
      return JacobianPoint(x: newX, y: newY, z: field.multiply(h, field.multiply(left.z, right.z)))
    }

    /// Multiples of the generator. Row n contains k · 16ⁿ times the generator for k from 1 to 15, so that a
    /// multiplication of the generator needs only additions.
    private static let table: [[JacobianPoint]] = {
      var rows: [[JacobianPoint]] = []
      var base = JacobianPoint(Secp256k1.generator)
      for _ in 0..<64 {
        var row = [base]
        for _ in 0..<14 { row.append(row[row.count - 1] + base) }
        rows.append(row)
        base = row[14] + base
      }
      return rows
    }()

    static func generator(times scalar: UInt256) -> JacobianPoint {
      var result = JacobianPoint.infinity
      for (index, row) in table.enumerated() {
        let digit = Int(scalar[index / 16] >> (4 * (index % 16)) & 15)
        if digit > 0 { result = result + row[digit - 1] }
      }
      return result
    }

    static func * (point: JacobianPoint, scalar: UInt256) -> JacobianPoint {
      var result = JacobianPoint.infinity
      for index in (0..<256).reversed() {
        result = result.doubled
        if scalar.bit(index) { result = result + point }
      }
      return result
    }
  }
}
