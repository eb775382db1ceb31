import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Performs an activity, and returns its result.
  mutating func perform(
    _ activity: TurnkeyActivity, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let fields = TurnkeyFields(activity.parameters)
    let version = activity.kind.version
    switch activity.kind.path {
    case "otp_login":
      return try otpLogin(fields, in: activity.organization, needsSignature: version > 1, lifetime: nil, world)
    case "oauth_login": return try oauthLogin(fields, in: activity.organization, lifetime: nil, world)
    case "init_otp": return try startOTP(fields, isEncrypted: version > 2, .api, &world)
    case "init_otp_auth": return try startOTP(fields, isEncrypted: false, .api, &world)
    case "verify_otp":
      return try verifyOTP(fields, isEncrypted: version > 1, organization: activity.organization, world)
    case "email_auth", "init_user_email_recovery": return try mailBundle(fields, activity, &world)
    case "oauth2_authenticate":
      let known = try oauth2Credential(try fields.string("oauth2CredentialId"), in: activity.organization)
      return try authenticateOAuth2(fields, provider: known.provider, clientID: known.clientID, world)
    case "create_oauth2_credential", "update_oauth2_credential", "delete_oauth2_credential":
      return try changeOAuth2Credentials(fields, activity, world)
    default: return try performForUser(activity, fields, world)
    }
  }

  private mutating func performForUser(
    _ activity: TurnkeyActivity, _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    switch activity.kind.path {
    case "stamp_login": return try stampLogin(fields, activity, world)
    case "create_session_profile": return try createSessionProfile(fields, activity, world)
    case "create_read_only_session": return try createReadOnlySession(activity, world)
    case "create_read_write_session": return try createReadWriteSession(fields, activity, world)
    case "oauth": return try oauthBundle(fields, activity, world)
    case "otp_auth": return try otpBundle(fields, activity, world)
    case "recover_user": return try recoverUser(fields, activity, world)
    case "create_sub_organization": return try createSubOrganization(fields, world)
    case "delete_sub_organization": return try deleteSubOrganization(fields, activity)
    case "update_root_quorum": return try updateRootQuorum(fields, activity)
    case "create_users": return try createUsers(fields, activity, world)
    case "delete_users": return try deleteUsers(fields, activity)
    case "update_user", "update_user_name", "update_user_email", "update_user_phone_number":
      return try updateUser(fields, activity, world)
    case "create_api_keys": return try createAPIKeys(fields, activity, world)
    case "delete_api_keys": return try deleteAPIKeys(fields, activity)
    case "create_authenticators": return try createAuthenticators(fields, activity, world)
    case "delete_authenticators": return try deleteAuthenticators(fields, activity)
    case "create_oauth_providers": return try createOAuthProviders(fields, activity, world)
    case "delete_oauth_providers": return try deleteOAuthProviders(fields, activity)
    case "create_policy", "create_policies": return try createPolicies(fields, activity, world)
    case "update_policy": return try updatePolicy(fields, activity, world)
    case "delete_policy", "delete_policies": return try deletePolicies(fields, activity)
    default: return try performForWallet(activity, fields, world)
    }
  }

  private mutating func performForWallet(
    _ activity: TurnkeyActivity, _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    switch activity.kind.path {
    case "create_wallet": return try createWallet(fields, activity, world)
    case "create_wallet_accounts": return try createWalletAccounts(fields, activity, world)
    case "update_wallet": return try updateWallet(fields, activity, world)
    case "delete_wallets": return try deleteWallets(fields, activity)
    case "delete_wallet_accounts": return try deleteWalletAccounts(fields, activity)
    case "export_wallet": return try exportWallet(fields, activity, world)
    case "export_wallet_account": return try exportWalletAccount(fields, activity)
    case "init_import_wallet", "init_import_private_key": return try startImport(fields, activity)
    case "import_wallet": return try importWallet(fields, activity, world)
    case "create_private_keys": return try createPrivateKeys(fields, activity, world)
    case "delete_private_keys": return try deletePrivateKeys(fields, activity)
    case "export_private_key": return try exportPrivateKey(fields, activity)
    case "import_private_key": return try importPrivateKey(fields, activity, world)
    case "sign_transaction": return try signTransaction(fields, activity)
    case "eth_send_transaction": return try sendEthereumTransaction(fields, activity, world)
    case "sol_send_transaction": return try sendSolanaTransaction(fields, activity, world)
    case "sign_raw_payload", "sign_raw_payloads": return try signRawPayloads(fields, activity, world)
    default: throw .unserved("the submission \(activity.kind.path)")
    }
  }
}
