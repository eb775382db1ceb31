public import AuthCore

extension TurnkeyClient {
  /// Has a wallet's key sign (`sign_raw_payload`).
  ///
  /// - Parameters:
  ///   - payload: as `encoding` says.
  ///   - key: an address, or a private key's id.
  ///   - encoding: how `payload` is written.
  ///   - hash: what hashes it first.
  public func signRawPayload(
    _ payload: String, with key: String, encoding: PayloadEncoding, hash: PayloadHash
  ) async throws(AuthError) -> RawSignature {
    try await submit(
      "sign_raw_payload",
      [
        "signWith": .string(key), "payload": .string(payload), "encoding": .string(encoding.rawValue),
        "hashFunction": .string(hash.rawValue),
      ])
  }

  /// Has a wallet's key sign a message as wallets of its kind do: Ethereum's with the prefix of EIP-191.
  public func signMessage(
    _ message: [UInt8], with key: String, addressFormat: AddressFormat
  ) async throws(AuthError) -> RawSignature {
    let form = MessageForm(addressFormat)
    return try await signRawPayload(form.payload(message), with: key, encoding: form.encoding, hash: form.hash)
  }
}
