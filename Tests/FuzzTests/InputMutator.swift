import AuthTesting

/// Makes inputs from a corpus: changes bytes, inserts words, and removes, repeats or replaces pieces. The same seed
/// gives the same inputs.
struct InputMutator {
  private static let mostBytes = 2048
  private let seeds: FuzzSeeds
  private var random: SplitMix64

  init(seed: UInt64, _ seeds: FuzzSeeds) {
    self.seeds = seeds
    random = SplitMix64(seed: seed)
  }

  /// Returns an input: a member of the corpus, changed one to four times.
  mutating func next() -> [UInt8] {
    var input = any(seeds.inputs) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input) }
    return Array(input.prefix(Self.mostBytes))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let piece = piece(of: input)
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !input.isEmpty: input[index(in: input)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where !input.isEmpty: input[index(in: input)] = UInt8.random(in: 0...255, using: &random)
    case 2: input.removeSubrange(piece)
    case 3: input.insert(contentsOf: input[piece], at: piece.upperBound)
    case 4:
      let other = any(seeds.inputs) ?? []
      input.replaceSubrange(piece, with: other[self.piece(of: other)])
    default: input.insert(contentsOf: any(seeds.words) ?? [0], at: piece.lowerBound)
    }
  }

  private mutating func index(in input: [UInt8]) -> Int { Int.random(in: input.indices, using: &random) }

  private mutating func piece(of input: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...input.count, using: &random)
    return start..<min(input.count, start + Int.random(in: 0...64, using: &random))
  }

  private mutating func any(_ list: [[UInt8]]) -> [UInt8]? { list.randomElement(using: &random) }
}
