public import AuthCore

extension TurnkeyClient {
  /// The sub-organisations of a contact, a credential or a name (`list_suborgs`).
  public func subOrganizations(_ filter: SubOrganizationFilter? = nil) async throws(AuthError) -> [String] {
    let answer: JSONValue = try await query("list_suborgs", filter?.fields ?? [:])
    return answer.texts("organizationIds")
  }

  /// The sub-organisations in which a contact is verified (`list_verified_suborgs`).
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
