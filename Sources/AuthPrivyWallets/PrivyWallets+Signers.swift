public import AuthCore
import AuthPrivy

/// The signers of a wallet: keys of the app's backend that may use the wallet without its owner (P96).
extension PrivyWallets {
  /// The signers of a wallet, in the vendor's order.
  ///
  /// - Throws: `malformed_response` for an invalid signer, and the errors of a request with the session.
  public func signers(of wallet: PrivyWallet) async throws(AuthError) -> [PrivyWalletSigner] {
    try Self.signers(in: try await send(request("GET", "wallets/\(wallet.id)", nil)))
  }

  /// Adds signers to a wallet, and returns all its signers.
  ///
  /// - Parameters:
  ///   - signers: the signers to add. One that the wallet has already gets the new policies.
  ///   - wallet: the wallet.
  /// - Throws: `mfa_required` if a second factor is required and its proof is missing or has expired; `invalid_request`
  ///   for a signer that the app does not have; and the errors of `signers(of:)`.
  public func addSigners(
    _ signers: [PrivyWalletSigner], to wallet: PrivyWallet
  ) async throws(AuthError) -> [PrivyWalletSigner] {
    let kept = try await self.signers(of: wallet).filter { known in !signers.contains { $0.id == known.id } }
    return try await setSigners(kept + signers, of: wallet)
  }

  /// Removes a signer from a wallet, and returns its other signers.
  ///
  /// - Throws: `no_credential` if the wallet does not have the signer, and the errors of `addSigners(_:to:)`.
  public func removeSigner(_ id: String, from wallet: PrivyWallet) async throws(AuthError) -> [PrivyWalletSigner] {
    let known = try await signers(of: wallet)
    guard known.contains(where: { $0.id == id }) else {
      throw AuthError(
        .noCredential, "The wallet has no signer '\(ServerText.quoted(id))'. Use an ID that signers(of:) returns.",
        provider: provider.id)
    }
    return try await setSigners(known.filter { $0.id != id }, of: wallet)
  }

  /// Removes all signers of a wallet. After that, only its owner can use it.
  ///
  /// - Throws: the errors of `addSigners(_:to:)`.
  public func removeAllSigners(from wallet: PrivyWallet) async throws(AuthError) {
    _ = try await setSigners([], of: wallet)
  }

  private func setSigners(
    _ signers: [PrivyWalletSigner], of wallet: PrivyWallet
  ) async throws(AuthError) -> [PrivyWalletSigner] {
    try await provider.checkWallets()
    let body: JSONValue = ["additional_signers": .array(signers.map(\.wireValue))]
    return try Self.signers(in: try await sendAuthorized(request("PATCH", "wallets/\(wallet.id)", body)))
  }

  private static func signers(in wallet: JSONValue) throws(AuthError) -> [PrivyWalletSigner] {
    var signers: [PrivyWalletSigner] = []
    for signer in wallet["additional_signers"]?.arrayValue ?? [] { signers.append(try PrivyWalletSigner(signer)) }
    return signers
  }
}
