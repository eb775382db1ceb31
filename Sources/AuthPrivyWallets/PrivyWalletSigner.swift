import AuthCore

/// A signer of a wallet (P96).
public struct PrivyWalletSigner: Sendable, Hashable {
  /// The vendor's ID of the signer: a key quorum of the app, from the vendor's dashboard or its server API.
  public var id: String
  /// The IDs of the policies that restrict the signer. If it is empty, the wallet's own policies do.
  public var policyIDs: [String]

  /// Creates a signer.
  public init(id: String, policyIDs: [String] = []) {
    self.id = id
    self.policyIDs = policyIDs
  }

  /// Reads a signer from the vendor's JSON.
  ///
  /// - Throws: `malformed_response` without an ID.
  init(_ value: JSONValue) throws(AuthError) {
    id = try value.requiredString("signer_id")
    policyIDs = (value["override_policy_ids"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  var wireValue: JSONValue {
    var object: JSONObject = ["signer_id": .string(id)]
    if !policyIDs.isEmpty { object["override_policy_ids"] = .array(policyIDs.map { .string($0) }) }
    return .object(object)
  }
}
