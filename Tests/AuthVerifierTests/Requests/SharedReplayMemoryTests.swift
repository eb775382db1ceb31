import AuthCore
import AuthCrypto
import AuthStorage
import AuthVerifier
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proof that one host has accepted is refused by every host.
@Suite struct SharedReplayMemoryTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func aProofIsAcceptedOnceByAllHosts() async {
    let records = MemoryRecordStore()
    let hosts = [SharedReplayMemory(records: records), SharedReplayMemory(records: records)]
    let answers = await withTaskGroup(of: [Bool].self) { group in
      for host in hosts {
        group.addTask { [now] in
          var accepted: [Bool] = []
          for proof in 0..<100 {
            accepted.append(await host.remember("proof-\(proof)", until: now.addingTimeInterval(60), at: now) == .new)
          }
          return accepted
        }
      }
      return await group.reduce(into: [[Bool]]()) { $0.append($1) }
    }
    for proof in 0..<100 { #expect(answers[0][proof] != answers[1][proof], "exactly one host has accepted it") }
  }

  @Test func anExpiredProofIsForgotten() async throws {
    let records = MemoryRecordStore()
    let memory = SharedReplayMemory(records: records)
    for proof in 0..<20 {
      #expect(await memory.remember("\(proof)", until: now.addingTimeInterval(60), at: now) == .new)
    }
    #expect(await memory.remember("long", until: now.addingTimeInterval(3600), at: now) == .new)
    #expect(try await memory.sweep(at: now.addingTimeInterval(59)) == 0)
    let later = now.addingTimeInterval(60)
    #expect(await memory.remember("3", until: later.addingTimeInterval(60), at: later) == .new)
    #expect(await memory.remember("3", until: later.addingTimeInterval(60), at: later) == .known)
    #expect(try await memory.sweep(at: later) == 0, "another host's clock may be behind")
    #expect(try await memory.sweep(at: now.addingTimeInterval(360)) == 19)
    #expect(await memory.remember("long", until: later, at: later) == .known)
  }

  @Test func withoutAStoreNothingIsAccepted() async {
    let records = FailingRecords()
    let memory = SharedReplayMemory(records: records)
    records.failWrites(ofKeysWith: "")
    #expect(await memory.remember("proof", until: now.addingTimeInterval(60), at: now) == .full)
    records.failWrites(ofKeysWith: nil)
    #expect(await memory.remember("proof", until: now.addingTimeInterval(60), at: now) == .new)
  }
}
