import FuzzTargets
import FuzzTargetsBasics
import FuzzTargetsCommands
import FuzzTargetsServers
import FuzzTargetsVendors
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs every fuzzed parser on its corpus and on inputs made from it. This is a sample: `Tests/run --only fuzz` runs
/// longer and is guided by coverage. Each parser runs in a separate process, because a finding is a trap.
@Suite(.serialized)
struct FuzzSampleTests {
  /// The number of inputs made for each parser. `Tests/run --full` makes 100 million instead.
  private static func inputs(_ name: String) -> Int {
    // An input of the sandbox consists of several requests.
    name == "sandbox" ? 100 : 2_000
  }

  private static let all = FuzzTarget.basics + FuzzTarget.vendors + FuzzTarget.servers + FuzzTarget.commands

  /// The targets; only the one that `LATCHKEY_FUZZ` names if it is set.
  private static let names = all.map(\.name).filter { name in
    ProcessInfo.processInfo.environment["LATCHKEY_FUZZ"].map { $0 == name } ?? true
  }

  @Test(arguments: names)
  func neitherTheCorpusNorWhatIsMadeFromItTraps(name: String) async throws {
    let seed =
      ProcessInfo.processInfo.environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 40)
    let kept = FileManager.default.temporaryDirectory.path + "/latchkey-fuzz-\(name)-\(seed)"
    let result = await #expect(processExitsWith: .success) {
      [name = name as String, seed = seed as UInt64, kept = kept as String] in
      let target = try #require(Self.all.first { $0.name == name })
      let corpus = try FuzzSeeds(target: name)
      try #require(!corpus.inputs.isEmpty)
      for input in corpus.inputs { try Self.read(input, by: target, kept: kept) }
      var mutator = InputMutator(seed: seed, corpus)
      for _ in 0..<Self.inputs(name) { try Self.read(mutator.next(), by: target, kept: kept) }
    }
    if result == nil {
      Issue.record("\(name): a parser failed; the input is in \(kept), and LATCHKEY_SEED=\(seed) reproduces it")
    } else {
      try FileManager.default.removeItem(atPath: kept)
    }
  }

  /// A corpus without a target would never be read.
  @Test func everyCorpusBelongsToOneTarget() throws {
    #expect(try FuzzSeeds.targets() == Self.all.map(\.name).sorted())
  }

  /// Writes an input to the file `kept`, so that it is available after a trap, and passes it to the parser.
  private static func read(_ input: [UInt8], by target: FuzzTarget, kept: String) throws {
    try Data(input).write(to: URL(filePath: kept))
    target.read(input)
  }
}
