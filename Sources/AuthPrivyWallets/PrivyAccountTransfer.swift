public import AuthCore

/// An account of another user that the signed-in user has proved, and can take over (P78, P93).
public struct PrivyAccountTransfer: Sendable {
  /// The account.
  public let contact: Contact
  /// The name of the account for the question to the user; nil if the vendor did not send it.
  public let displayName: String?
  /// The address of the other user's wallet, which is deleted with that user; nil if there is no wallet.
  public let otherWalletAddress: String?
  /// The vendor's permission for the transfer.
  let nonce: Secret

  /// Reads a transfer from the refusal of a link; nil if the refusal contains no permission.
  init?(of contact: Contact, refusal: JSONValue) {
    let data = refusal["data"]
    guard let nonce = data?["nonce"]?.stringValue, !nonce.isEmpty else { return nil }
    self.contact = contact
    self.nonce = Secret(nonce)
    displayName = data?["account"]?["displayName"]?.stringValue
    otherWalletAddress = data?["otherUser"]?["embeddedWalletAddress"]?.stringValue
  }
}
