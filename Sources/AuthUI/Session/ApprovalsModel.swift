public import AuthCore
public import Observation

/// The model of the sign-ins of other devices that wait for a decision on this device. No user has to be signed in on
/// this device.
@MainActor @Observable
public final class ApprovalsModel {
  /// The waiting challenges in the server's order, without expired ones.
  public var pending: [PendingChallenge] { fetched.filter { expiry(of: $0)?.isOver != true } }
  /// Whether a call is in progress.
  public private(set) var isBusy = false
  /// The error of the last call, or of the fetch of the challenges after it; nil if both succeeded.
  public private(set) var problem: AuthError?

  private var fetched: [PendingChallenge] = []
  private let ticker: Ticker
  @ObservationIgnored private let approving: any ChallengeApproving

  /// Creates a model without challenges. `reload()` fetches them.
  public init(_ approving: some ChallengeApproving, clock: any AuthClock = SystemClock()) {
    self.approving = approving
    ticker = Ticker(clock)
  }

  /// Returns the time until `challenge` expires; nil if it does not expire.
  public func expiry(of challenge: PendingChallenge) -> Countdown? {
    challenge.expiresAt.map { Countdown(to: $0, at: ticker.now) }
  }

  /// Returns whether `challenge` can be approved with `number`, the number on the other device: the challenge is
  /// pending, `number` consists of ASCII digits if the challenge needs a number, and no call is in progress.
  public func canApprove(_ challenge: PendingChallenge, number: String = "") -> Bool {
    !isBusy && pending.contains(challenge) && (!challenge.needsNumber || Self.isNumber(number))
  }

  /// Fetches the waiting challenges. Does nothing while a call is in progress.
  public func reload() async {
    await attempt {}
  }

  /// Approves a challenge, and fetches the waiting challenges again. Does nothing if `canApprove` is false.
  public func approve(_ challenge: PendingChallenge, number: String = "") async {
    guard canApprove(challenge, number: number) else { return }
    let number = challenge.needsNumber ? number.trimmingBlanks : nil
    await attempt { [approving] () throws(AuthError) in try await approving.approve(challenge.id, number: number) }
  }

  /// Denies a challenge, and fetches the waiting challenges again. Does nothing while a call is in progress.
  public func deny(_ challenge: PendingChallenge) async {
    await attempt { [approving] () throws(AuthError) in try await approving.deny(challenge.id) }
  }

  private func attempt(_ body: @MainActor () async throws(AuthError) -> Void) async {
    guard !isBusy else { return }
    isBusy = true
    problem = nil
    do throws(AuthError) {
      try await body()
    } catch {
      problem = error
    }
    do throws(AuthError) {
      fetched = try await approving.pending()
      ticker.count(to: fetched.compactMap(\.expiresAt))
    } catch {
      problem = problem ?? error
    }
    isBusy = false
  }

  private static func isNumber(_ text: String) -> Bool {
    let digits = text.trimmingBlanks
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
