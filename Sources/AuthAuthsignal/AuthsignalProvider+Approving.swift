public import AuthCore

extension AuthsignalProvider: ChallengeApproving {
  /// The credentials of this device.
  public var devices: AuthsignalDevices { AuthsignalDevices(self) }

  /// The sign-in elsewhere that waits for this device's push credential: the vendor shows one at a time.
  public func pending() async throws(AuthError) -> [PendingChallenge] {
    do throws(AuthError) {
      return try await devices.challenge().map { [$0] } ?? []
    } catch where error.code == .noCredential {
      // The server has removed the credential: nothing will ever wait for it.
      return []
    } catch {
      throw error.adding(provider: id)
    }
  }

  /// Says yes to a challenge that waits for this device, or that it claimed. A decision that the vendor took stands, as in
  /// its SDKs, whatever it says of the verification (A47); with a number that it does not take, it says so.
  ///
  /// - Throws: `invalid_code` for another number than the other device shows, or for none where one is wanted;
  ///   `approval_expired` for a challenge that no longer waits; `no_credential`.
  public func approve(_ challenge: String, number: String?) async throws(AuthError) {
    guard try await decide(challenge, isApproved: true, number: number) || number == nil else {
      throw Self.wrongNumber.adding(provider: id)
    }
  }

  /// Says no.
  public func deny(_ challenge: String) async throws(AuthError) {
    _ = try await decide(challenge, isApproved: false, number: nil)
  }

  /// What is scanned is claimed by the QR code credential first, once; everything else is for the push credential.
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

  /// The app's backend made the number, and compares it (A45, A82). Without a backend in the configuration the number goes
  /// with the decision alone.
  private func matchNumber(_ number: String?, _ pending: PendingChallenge) async throws(AuthError) {
    guard let number else { throw Self.wrongNumber }
    guard let backend, let key = pending.idempotencyKey else { return }
    do throws(AuthError) {
      _ = try await backend.post(
        NumberMatching.route, ["idempotencyKey": .string(key), NumberMatching.member: .string(number)])
    } catch where error.code == .invalidToken {
      throw Self.wrongNumber
    }
  }

  private static let wrongNumber = AuthError(
    .invalidCode, "The number is not the one that the other device shows; type that one.")
}

extension AuthsignalProvider: DeviceForgetting {
  /// Forgets every credential of this device, here first and then at the server.
  ///
  /// - Parameter identifier: whose in-app credential; push and QR code credentials are the device's own.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    var failure: AuthError?
    for method in DeviceMethod.allCases {
      do throws(AuthError) {
        try await devices.remove(method, user: identifier)
      } catch {
        // The key goes all the same; the first reason is reported.
        try await devices.keys.forget(method, user: identifier)
        failure = failure ?? error
      }
    }
    if let failure { throw failure.adding(provider: id) }
  }
}
