public import AuthCore
public import AuthCrypto

/// The external services of verifiers, passed by value.
public struct VerifierServices: Sendable {
  /// Fetches keys, and asks vendors where a credential needs it.
  public var transport: any HTTPTransport
  /// The clock.
  public var clock: any AuthClock
  /// The memory of proofs that were accepted.
  public var replays: any ReplayMemory

  /// Creates services. By default, the memory of proofs is in this process, and the clock is this machine's.
  public init(
    transport: any HTTPTransport, clock: any AuthClock = SystemClock(),
    replays: any ReplayMemory = LocalReplayMemory()
  ) {
    self.transport = transport
    self.clock = clock
    self.replays = replays
  }
}
