public import AuthCore

extension AuthsignalProvider: ChallengeApproving {
  /// The credentials of this device.
  public var devices: AuthsignalDevices { AuthsignalDevices(self) }

  /// The challenge of another device that waits for this device's push credential, or an empty list. The vendor shows
  /// one at a time.
  public func pending() async throws(AuthError) -> [PendingChallenge] {
    do throws(AuthError) {
      return try await devices.challenge().map { [$0] } ?? []
    } catch where error.code == .noCredential {
      // The server has removed the credential, so no challenge will wait for it.
      return []
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// Approves a challenge that waits for this device or that this device claimed. As in the vendor's SDKs, an accepted
  /// decision is a success even if the server does not report the challenge as verified (A47). A rejected number is an
  /// error.
  ///
  /// - Parameters:
  ///   - challenge: the challenge's ID.
  ///   - number: the number that the other device shows; nil if it shows none.
  /// - Throws: `invalid_code` for a number that differs from the one on the other device, or for a missing one;
  ///   `approval_expired` for a challenge that is no longer pending; `no_credential` if this device has no credential.
  public func approve(_ challenge: String, number: String?) async throws(AuthError) {
    guard try await decide(challenge, isApproved: true, number: number) || number == nil else {
      throw Self.wrongNumber.adding(provider: id)
    }
  }

  /// Denies a challenge.
  ///
  /// - Parameter challenge: the challenge's ID.
  /// - Throws: `approval_expired` for a challenge that is no longer pending; `no_credential` if this device has no
  ///   credential.
  public func deny(_ challenge: String) async throws(AuthError) {
    _ = try await decide(challenge, isApproved: false, number: nil)
  }

  /// Decides a challenge. A scanned challenge is decided by the QR code credential, which claims it first if `claim`
  /// did not; any other challenge is decided by the push credential.
  private func decide(_ challenge: String, isApproved: Bool, number: String?) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      if claims.contains(challenge) {
        return try await devices.prepareDecision(.qrCode, challenge, isApproved: isApproved, number: number).complete()
      }
      let pending = try await devices.challenge()
      if pending?.id != challenge, try await devices.keys.record(.qrCode, user: nil) != nil {
        _ = try await devices.claim(challenge)
        return try await devices.prepareDecision(.qrCode, challenge, isApproved: isApproved, number: number).complete()
      }
      if isApproved, let pending, pending.id == challenge, pending.needsNumber {
        try await matchNumber(number, pending)
      }
      return try await devices.prepareDecision(.push, challenge, isApproved: isApproved, number: number).complete()
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// Has the app's backend compare the number that it generated (A45, A82). Without a configured backend, the number is
  /// sent only with the decision.
  private func matchNumber(_ number: String?, _ pending: PendingChallenge) async throws(AuthError) {
    guard let number else { throw Self.wrongNumber }
    guard let backend, let key = pending.idempotencyKey else { return }
    _ = try await backend.post(
      NumberMatching.route, ["idempotencyKey": .string(key), NumberMatching.member: .string(number)],
      badRequest: Self.wrongNumber)
  }

  private static let wrongNumber = AuthError(
    .invalidCode, "The number does not match. Enter the number that the other device shows.")
}

extension AuthsignalProvider: DeviceForgetting {
  /// Removes every credential of this device at the server, and deletes its key here even if the server refuses.
  ///
  /// - Parameter identifier: the user of the in-app credential; push and QR code credentials belong to the device.
  /// - Throws: the first error, after every key has been deleted.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    var failure: AuthError?
    for method in DeviceMethod.allCases {
      do throws(AuthError) {
        try await devices.remove(method, user: identifier)
      } catch {
        // The key is deleted anyway; the first error is reported.
        try await devices.keys.forget(method, user: identifier)
        failure = failure ?? error
      }
    }
    if let failure { throw failure.adding(provider: id) }
  }
}
