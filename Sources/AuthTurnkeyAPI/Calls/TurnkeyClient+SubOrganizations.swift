public import AuthCore

extension TurnkeyClient {
  /// Fetches the IDs of the sub-organisations that a filter matches (`list_suborgs`).
  ///
  /// - Parameter filter: the criterion of the search; nil for all sub-organisations.
  public func subOrganizations(_ filter: SubOrganizationFilter? = nil) async throws(AuthError) -> [String] {
    let answer: JSONValue = try await query("list_suborgs", filter?.fields ?? [:])
    return answer.texts("organizationIds")
  }

  /// Fetches the IDs of the sub-organisations in which a contact is verified (`list_verified_suborgs`).
  public func verifiedSubOrganizations(_ filter: SubOrganizationFilter) async throws(AuthError) -> [String] {
    let answer: JSONValue = try await query("list_verified_suborgs", filter.fields)
    return answer.texts("organizationIds")
  }

  /// Creates a sub-organisation (`create_sub_organization`).
  public func createSubOrganization(
    _ organization: NewSubOrganization
  ) async throws(AuthError) -> CreatedSubOrganization {
    try await submit(
      "create_sub_organization", organization.json)
  }

  /// Deletes the client's sub-organisation (`delete_sub_organization`), with its users, wallets and keys.
  ///
  /// - Parameter deletesUnexportedKeys: whether wallets and private keys that were never exported are deleted as well.
  ///   Otherwise, the vendor refuses the deletion of a sub-organisation that has such keys.
  /// - Returns: the ID of the deleted sub-organisation.
  public func deleteSubOrganization(deletesUnexportedKeys: Bool = false) async throws(AuthError) -> String {
    let result: JSONValue = try await submit(
      "delete_sub_organization", ["deleteWithoutExport": .bool(deletesUnexportedKeys)])
    return try result.requiredString("subOrganizationUuid")
  }
}
