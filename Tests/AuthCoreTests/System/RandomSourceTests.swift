import AuthCore
import AuthTesting
import Testing

@Suite struct RandomSourceTests {
  @Test func uuidsHaveVersionAndVariant() {
    let random = SystemRandomSource()
    var seen: Set<String> = []
    for _ in 0..<1000 {
      let uuid = random.uuid()
      let characters = Array(uuid)
      #expect(characters.count == 36 && characters[14] == "4" && "89ab".contains(characters[19]))
      #expect(uuid.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      #expect(uuid.allSatisfy { "0123456789abcdef-".contains($0) })
      #expect(seen.insert(uuid).inserted)
    }
  }

  @Test func charactersAreDrawnEvenly() {
    let random = SeededRandomSource(seed: 3)
    for alphabet in [
      "0123456789", "ab", "x", String((0..<300).compactMap { Unicode.Scalar(0x4E00 + $0) }.map(Character.init)),
    ] {
      let text = random.characters(20_000, of: alphabet)
      #expect(text.count == 20_000)
      var counts: [Character: Int] = [:]
      for character in text { counts[character, default: 0] += 1 }
      #expect(counts.count == alphabet.count)
      let expected = 20_000 / Double(alphabet.count)
      for (character, count) in counts {
        #expect(abs(Double(count) - expected) < 6 * expected.squareRoot() + 1, "\(character)")
      }
    }
    #expect(random.characters(0, of: "a") == "")
  }

  @Test func fractionsStayBelowOne() {
    struct Constant: RandomSource {
      let byte: UInt8
      func fill(_ buffer: UnsafeMutableRawBufferPointer) { for index in buffer.indices { buffer[index] = byte } }
    }
    #expect(Constant(byte: 0).fraction() == 0)
    #expect(Constant(byte: 0xFF).fraction() < 1)
    let random = SeededRandomSource()
    let mean = (0..<10_000).reduce(0.0) { sum, _ in sum + random.fraction() } / 10_000
    #expect(abs(mean - 0.5) < 0.02)
  }

  @Test func everyByteIsFilled() {
    for source in [SystemRandomSource(), SeededRandomSource()] as [any RandomSource] {
      for count in [0, 1, 7, 8, 9, 64] {
        #expect(source.bytes(count).count == count)
        // The probability that the last byte is zero in all 20 draws is 2^-160.
        if count > 0 { #expect((0..<20).contains { _ in source.bytes(count).last != 0 }) }
      }
      #expect(Base64URL.decode(source.token(byteCount: 16))?.count == 16)
    }
  }

  @Test func aSeedRepeats() {
    #expect(SeededRandomSource(seed: 5).bytes(64) == SeededRandomSource(seed: 5).bytes(64))
    #expect(SeededRandomSource(seed: 5).bytes(64) != SeededRandomSource(seed: 6).bytes(64))
  }

  @Test func durationsTakeAnyNumber() {
    let table: [(Double, Duration)] = [
      (0, .zero), (1.5, .milliseconds(1500)), (-2, .seconds(-2)), (.nan, .zero), (.infinity, .zero),
      (1e300, .seconds(1_000_000_000_000)), (-1e300, .seconds(-1_000_000_000_000)),
    ]
    for (seconds, duration) in table { #expect(Duration(fractionalSeconds: seconds) == duration, "\(seconds)") }
    #expect(Duration.milliseconds(1250).seconds == 1.25)
  }
}
