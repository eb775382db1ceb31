public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The external services of verifiers, passed by value.
public struct VerifierServices: Sendable {
  /// Fetches keys, and asks vendors where a credential needs it.
  public var transport: any HTTPTransport
  /// The clock that decides whether a credential has expired.
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

  /// Remembers a credential that is accepted once.
  ///
  /// - Parameters:
  ///   - identity: what the credential is recognised by, however it is written.
  ///   - seconds: how long it is remembered: longer than the vendor accepts it.
  ///   - now: the time.
  /// - Throws: `invalid_token` if the credential was used before; `server_error` if the memory is full.
  public func spend(_ identity: String, for seconds: Double, at now: Date) async throws(AuthError) {
    switch await replays.remember(identity, until: now.addingTimeInterval(seconds), at: now) {
    case .new: return
    case .known:
      throw AuthError(.invalidToken, "The credential was used before, and is accepted only once. Request a new one.")
    case .full: throw AuthError(.serverError, "The memory of used credentials is full. Enlarge it, or try again later.")
    }
  }
}
