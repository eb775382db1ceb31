public import AuthCore

extension TurnkeyClient {
  /// Signs a payload with the key of a wallet's account, or with a private key (`sign_raw_payload`).
  ///
  /// - Parameters:
  ///   - payload: the payload, encoded as `encoding` says.
  ///   - key: the address of a wallet's account, or the ID of a private key.
  ///   - encoding: the encoding of `payload`.
  ///   - hash: the hash function that is applied to the payload before it is signed.
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

  /// Signs a message with the key of a wallet's account, or with a private key, in the format that wallets with
  /// addresses of this format use. For Ethereum, the message gets the prefix of EIP-191.
  ///
  /// - Parameters:
  ///   - message: the message's bytes. For Cosmos and Sei they must be UTF-8 text, because invalid bytes are replaced.
  ///   - key: the address of a wallet's account, or the ID of a private key.
  ///   - addressFormat: the format of the address, which determines the encoding and the hash function.
  public func signMessage(
    _ message: [UInt8], with key: String, addressFormat: AddressFormat
  ) async throws(AuthError) -> RawSignature {
    let form = MessageForm(addressFormat)
    return try await signRawPayload(form.payload(message), with: key, encoding: form.encoding, hash: form.hash)
  }
}
