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
}
