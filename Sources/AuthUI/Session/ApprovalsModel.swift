public import AuthCore
public import Observation

/// Sign-ins elsewhere that wait for a decision on this device. Works while no user is signed in here.
@MainActor @Observable
public final class ApprovalsModel {
  /// What waits, in the server's order; what is too late is not in it.
  public var pending: [PendingChallenge] { fetched.filter { expiry(of: $0)?.isOver != true } }
  /// Whether something is under way.
  public private(set) var isBusy = false
  /// Why the last thing could not be done.
  public private(set) var problem: AuthError?

  private var fetched: [PendingChallenge] = []
  private let ticker: Ticker
  @ObservationIgnored private let approving: any ChallengeApproving

  /// Nothing waits until `reload()` has asked.
  public init(_ approving: some ChallengeApproving, clock: any AuthClock = SystemClock()) {
    self.approving = approving
    ticker = Ticker(clock)
  }

  /// The time until `challenge` is too late; nil where it does not run out.
  public func expiry(of challenge: PendingChallenge) -> Countdown? {
    challenge.expiresAt.map { Countdown(to: $0, at: ticker.now) }
  }

  /// Whether `challenge` can be approved with `number`: what the other device shows, where it shows one.
  public func canApprove(_ challenge: PendingChallenge, number: String = "") -> Bool {
    !isBusy && pending.contains(challenge) && (!challenge.needsNumber || Self.isNumber(number))
  }

  /// Asks what waits.
  public func reload() async {
    await attempt {}
  }

  /// Says yes; does nothing where that cannot be said.
  public func approve(_ challenge: PendingChallenge, number: String = "") async {
    guard canApprove(challenge, number: number) else { return }
    let number = challenge.needsNumber ? number.trimmingBlanks : nil
    await attempt { [approving] () throws(AuthError) in try await approving.approve(challenge.id, number: number) }
  }

  /// Says no.
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
