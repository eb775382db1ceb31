import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  mutating func changeOAuth2Credentials(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    if activity.kind.path == "create_oauth2_credential" {
      let made = TurnkeyOAuth2Credential(
        id: world.random.uuid(), organization: activity.organization, provider: try oauth2Provider(fields),
        clientID: try fields.string("clientId"), encryptedSecret: try fields.string("encryptedClientSecret"),
        createdAt: world.now, updatedAt: world.now)
      directory.changeOrganization(activity.organization) { $0.oauth2Credentials.append(made) }
      return ["oauth2CredentialId": .string(made.id)]
    }
    let id = try fields.string("oauth2CredentialId")
    _ = try oauth2Credential(id, in: activity.organization)
    if activity.kind.path == "delete_oauth2_credential" {
      directory.changeOrganization(activity.organization) { $0.oauth2Credentials.removeAll { $0.id == id } }
    } else {
      let provider = try oauth2Provider(fields)
      let clientID = try fields.string("clientId")
      let secret = try fields.string("encryptedClientSecret")
      directory.changeOrganization(activity.organization) { organization in
        for index in organization.oauth2Credentials.indices where organization.oauth2Credentials[index].id == id {
          organization.oauth2Credentials[index].provider = provider
          organization.oauth2Credentials[index].clientID = clientID
          organization.oauth2Credentials[index].encryptedSecret = secret
          organization.oauth2Credentials[index].updatedAt = world.now
        }
      }
    }
    return ["oauth2CredentialId": .string(id)]
  }

  func oauth2Credential(
    _ id: String, in organization: String
  ) throws(TurnkeyFailure) -> TurnkeyOAuth2Credential {
    guard let known = directory.organization(organization)?.oauth2Credentials.first(where: { $0.id == id }) else {
      throw .invalid("OAuth 2.0 provider is not configured", "OAUTH2_PROVIDER_NOT_CONFIGURED")
    }
    return known
  }

  func oauth2Provider(_ fields: TurnkeyFields) throws(TurnkeyFailure) -> TurnkeyOAuth2Credential.Provider {
    guard let provider = TurnkeyOAuth2Credential.Provider(rawValue: try fields.string("provider")) else {
      throw .invalid("provider must be OAUTH2_PROVIDER_X or OAUTH2_PROVIDER_DISCORD")
    }
    return provider
  }
}
