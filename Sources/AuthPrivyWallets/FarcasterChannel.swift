public import AuthCore
import AuthPrivy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A request to the user's Farcaster app to approve a link (FIP-11; P99).
public struct FarcasterChannel: Sendable, Redacting {
  /// The address to open on the device that has the Farcaster app, or to show as a QR code. Any person who opens
  /// it can approve the request with their own account.
  public let connectURL: URL
  /// The vendor's name of the channel.
  let token: Secret

  static let route = "farcaster"

  /// The host alone, since the address contains the token.
  public var shownParts: KeyValuePairs<String, String> { ["host": connectURL.host ?? ""] }

  /// Reads the vendor's response.
  init(_ answer: JSONValue) throws(AuthError) {
    token = try answer.requiredToken("channel_token")
    guard let url = answer["connect_uri"]?.stringValue.flatMap({ URL(string: $0) }),
      Origin(url.absoluteString)?.isAcceptable ?? (url.scheme?.lowercased() == "farcaster")
    else {
      throw AuthError(
        .malformedResponse,
        "The response has no valid field 'connect_uri'. Try again, or check the server's address.")
    }
    connectURL = url
  }
}

/// The approval of a channel by a Farcaster account.
struct FarcasterApproval: Sendable {
  let fid: Int64
  let message: String
  let signature: String
  let username: String?
  let displayName: String?

  /// Reads the state of a channel; nil while it is pending.
  ///
  /// - Throws: `malformed_response` for an unknown state, or an approval that lacks a part.
  init?(_ answer: JSONValue) throws(AuthError) {
    switch answer["state"]?.stringValue {
    case "pending": return nil
    case "completed": break
    default:
      throw AuthError(
        .malformedResponse, "The response has no valid field 'state'. Try again, or check the server's address.")
    }
    guard let fid = answer["fid"]?.integerValue, fid > 0 else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'fid'. Try again, or check the server's address.")
    }
    self.fid = fid
    message = try answer.requiredString("message")
    signature = try answer.requiredString("signature")
    username = answer["username"]?.stringValue
    displayName = answer["display_name"]?.stringValue
  }

  var account: PrivyLinkedAccount.Kind? {
    var account: JSONObject = ["type": "farcaster", "fid": .integer(fid)]
    account["username"] = username.map { .string($0) }
    account["display_name"] = displayName.map { .string($0) }
    return PrivyLinkedAccount(.object(account))?.kind
  }
}
