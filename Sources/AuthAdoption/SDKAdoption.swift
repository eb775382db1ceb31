public import AuthCore

/// Takes over what one vendor's SDK stored on this device. Each vendor has its own conforming type in a separate
/// product, such as `TurnkeyAdoption`.
public protocol SDKAdoption: Sendable {
  /// Takes over all data that can be used, and leaves other data unchanged.
  ///
  /// An entry of the SDK is removed only after its replacement is stored. The function may run at each start of the
  /// app: data that was taken over is not taken over again, even if the user has signed out in the meantime.
  ///
  /// - Parameters:
  ///   - auth: the client that stores the sessions.
  ///   - provider: the instance that takes over the data; nil for the configured one.
  /// - Throws: `invalid_request` if the instance is of another vendor; the errors of `AuthClient.provider(_:)`;
  ///   `cancelled`; a storage code if a store fails, or another run holds the lock for too long. The run can be
  ///   repeated.
  func run(for auth: AuthClient, provider: ProviderID?) async throws(AuthError) -> AdoptionReport
}

extension AuthClient {
  /// Takes over what a vendor's SDK stored on this device, so that its users stay signed in.
  ///
  /// - Parameters:
  ///   - adoption: the vendor's part, such as `TurnkeyAdoption(from: storage)`.
  ///   - provider: the instance that takes over the data; nil for the configured one.
  /// - Throws: the errors of `SDKAdoption.run(for:provider:)`.
  @discardableResult
  public func adopt(
    _ adoption: some SDKAdoption, provider: ProviderID? = nil
  ) async throws(AuthError) -> AdoptionReport {
    try await adoption.run(for: self, provider: provider)
  }
}
