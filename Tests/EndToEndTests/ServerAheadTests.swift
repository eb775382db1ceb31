import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// Servers whose clock is ahead of this machine's: the app's backend accepts the token of `session()`, although it is
/// valid by this machine's clock when the server considers it expired.
@Suite(.timeLimit(.minutes(5))) struct ServerAheadTests {
  @Test("L20: the session's token is accepted, in this process and after a restart", arguments: SecondUserTests.vendors)
  func accepted(_ vendor: ProviderID) async throws {
    for ahead in [3600, 36_000] as [Int64] {
      let house = try SandboxedHouse(vendor, random: LatestRenewal())
      _ = try house.sandbox.json("POST", "/sandbox/clock", ["advanceSeconds": .integer(ahead)])
      try await house.signIn()
      // The steps are shorter than the shortest time between a background renewal and the end of the session's key.
      for step in 0...150 as ClosedRange<Int> {
        for app in step % 3 == 0 ? [house, try house.restarted()] : [try house.restarted()] {
          let token = try #require(try await app.auth.session().tokens.access)
          let request = SandboxRequest(
            "GET", "/backend/me", headers: ["Authorization": "Bearer " + token.revealText()])
          #expect(house.sandbox.handle(request).status == 200, "\(ahead) s ahead, step \(step)")
          // A renewal in the background takes no minute: on a busy machine, the clock would otherwise run away from it.
          await app.auth.settle()
        }
        house.clock.advance(by: .seconds(30))
      }
    }
  }
}

/// A random source whose fractions are almost 1, so that renewals in the background begin as late as the policy allows.
/// Its other values are random.
private struct LatestRenewal: RandomSource {
  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count == 8 else { return SystemRandomSource().fill(buffer) }
    for index in buffer.indices { buffer[index] = .max }
  }
}
