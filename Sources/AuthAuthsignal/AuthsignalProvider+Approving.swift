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

  /// Says yes to a challenge that waits for this device, or that it claimed.
  ///
  /// - Throws: `invalid_code` for another number than the other device shows; `approval_expired` for a challenge that
  ///   no longer waits; `no_credential`.
  public func approve(_ challenge: String, number: String?) async throws(AuthError) {
    guard try await decide(challenge, isApproved: true, number: number) else {
      guard number == nil else {
        throw AuthError(.invalidCode, "The number is not the one that the other device shows.", provider: id)
      }
      throw AuthError(.approvalExpired, "The challenge was not approved; it may need the number shown.", provider: id)
    }
  }

  /// Says no.
  public func deny(_ challenge: String) async throws(AuthError) {
    _ = try await decide(challenge, isApproved: false, number: nil)
  }

  /// What is scanned is claimed by the QR code credential first; everything else is for the push credential.
  private func decide(_ challenge: String, isApproved: Bool, number: String?) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      let isScanned = try await devices.challenge()?.id != challenge
      if isScanned, try await devices.keys.record(.qrCode, user: nil) != nil {
        _ = try await devices.claim(challenge)
        return try await devices.prepareDecision(.qrCode, challenge, isApproved: isApproved, number: number).complete()
      }
      return try await devices.prepareDecision(.push, challenge, isApproved: isApproved, number: number).complete()
    } catch {
      throw error.adding(provider: id)
    }
  }
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
