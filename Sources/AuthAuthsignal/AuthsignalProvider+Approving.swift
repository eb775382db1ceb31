public import AuthCore

extension AuthsignalProvider: ChallengeApproving {
  /// The credentials of this device.
  public var devices: AuthsignalDevices { AuthsignalDevices(self) }

  /// The challenge of another device that waits for this device's push credential; empty if no challenge waits or this
  /// device has no push credential. The vendor returns one challenge at a time.
  ///
  /// - Throws: `cancelled` if the user declines the authentication that the key requires; `key_unavailable`; a storage
  ///   code; the errors of the requests to the vendor.
  public func pending() async throws(AuthError) -> [PendingChallenge] {
    do throws(AuthError) {
      return try await devices.challenge().map { [$0] } ?? []
    } catch where error.code == .noCredential {
      // The server has removed the credential, so no challenge can wait for it.
      return []
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// Approves a challenge that waits for this device or that this device claimed. As in the vendor's SDKs, an accepted
  /// decision is a success even if the server does not report the challenge as verified (A47). If a decision
  /// with a number is not reported as verified, the number was wrong.
  ///
  /// - Parameters:
  ///   - challenge: the challenge's ID.
  ///   - number: the number that the other device shows; nil if it does not show one.
  /// - Throws: `invalid_code` for a number that differs from the one on the other device, or for a missing one;
  ///   `approval_expired` for a challenge that is no longer pending; `no_credential` if this device has no credential;
  ///   `cancelled` if the user declines the authentication that the key requires; `key_unavailable`; a storage code;
  ///   the errors of the requests to the vendor and the backend.
  public func approve(_ challenge: String, number: String?) async throws(AuthError) {
    guard try await decide(challenge, isApproved: true, number: number) || number == nil else {
      throw Self.wrongNumber.adding(provider: id)
    }
  }

  /// Denies a challenge.
  ///
  /// - Parameter challenge: the challenge's ID.
  /// - Throws: `approval_expired` for a challenge that is no longer pending; `no_credential` if this device has no
  ///   credential; `cancelled` if the user declines the authentication that the key requires; `key_unavailable`; a
  ///   storage code; the errors of the requests to the vendor.
  public func deny(_ challenge: String) async throws(AuthError) {
    _ = try await decide(challenge, isApproved: false, number: nil)
  }

  private func decide(_ challenge: String, isApproved: Bool, number: String?) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      let method = try await methodForDecision(challenge, isApproved: isApproved, number: number)
      return try await devices.prepareDecision(method, challenge, isApproved: isApproved, number: number).complete()
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// The credential that decides a challenge: the QR code credential if this device has claimed the challenge. If this
  /// device has a QR code credential and the challenge does not wait for the push credential, claims the challenge
  /// first. The push credential decides any other challenge; its number is compared first.
  private func methodForDecision(
    _ challenge: String, isApproved: Bool, number: String?
  ) async throws(AuthError) -> DeviceMethod {
    if claims.contains(challenge) { return .qrCode }
    let pending = try await devices.challenge()
    if pending?.id != challenge, try await devices.keys.record(.qrCode, user: nil) != nil {
      _ = try await devices.claim(challenge)
      return .qrCode
    }
    if isApproved, let pending, pending.id == challenge, pending.needsNumber {
      try await matchNumber(number, pending)
    }
    return .push
  }

  /// Has the app's backend compare the number with the one that the backend generated (A45, A82). If the configuration
  /// does not name a backend, or the challenge has no idempotency key, the number is sent only with the decision.
  private func matchNumber(_ number: String?, _ pending: PendingChallenge) async throws(AuthError) {
    guard let number else { throw Self.wrongNumber }
    guard let backend, let key = pending.idempotencyKey else { return }
    _ = try await backend.post(
      NumberMatching.route, ["idempotencyKey": .string(key), NumberMatching.member: .string(number)],
      badRequest: Self.wrongNumber)
  }

  private static let wrongNumber = AuthError(
    .invalidCode, "The number is missing or does not match. Enter the number that the other device shows.")
}
