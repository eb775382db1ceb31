public import AuthCore

/// A newly created sub-organisation (v1CreateSubOrganizationResultV8).
public struct CreatedSubOrganization: TurnkeyValue, Hashable {
  /// The sub-organisation's ID.
  public let id: String
  /// The IDs of the root users, in the order of the request.
  public let rootUserIDs: [String]
  /// The wallet; nil if none was requested.
  public let wallet: CreatedWallet?

  /// Reads the result of creating a sub-organisation.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("subOrganizationId")
    rootUserIDs = json.texts("rootUserIds")
    if let given = json["wallet"], !given.isNull { wallet = try CreatedWallet(json: given) } else { wallet = nil }
  }
}
