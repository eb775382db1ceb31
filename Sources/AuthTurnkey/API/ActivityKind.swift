/// The kind of activity that is submitted under a path: its type in the vendor's current interface description, and the
/// member of the result that holds its outcome (T2, T41, T42). This file has the only table of these kinds.
package struct ActivityKind: Sendable, Hashable {
  /// The activity's type, such as `ACTIVITY_TYPE_CREATE_POLICY_V3`.
  package let type: String
  /// The member of the result, such as `createPolicyResult`.
  package let result: String

  /// The current kind of a path, such as `create_policy`.
  ///
  /// A path that is not in the table is assumed to be newer than the table. Its type is that of a first version, and
  /// its result is named after the path.
  package static func named(_ path: String) -> ActivityKind { table[path] ?? first(path) }

  /// The kind of an activity whose type the caller can give. For a type other than the table's, the result is named
  /// after the path.
  package static func named(_ path: String, type: String?) -> ActivityKind {
    let current = named(path)
    guard let type, type != current.type else { return current }
    return ActivityKind(type: type, result: first(path).result)
  }

  /// The paths in the table.
  package static var paths: [String] { rows.map(\.path) }

  private static func first(_ path: String) -> ActivityKind {
    let words = path.split(separator: "_")
    let camel = (words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    return ActivityKind(type: prefix + path.uppercased(), result: camel + "Result")
  }

  private static let prefix = "ACTIVITY_TYPE_"
  private static let table = Dictionary(
    rows.map { ($0.path, ActivityKind(type: prefix + $0.type, result: $0.result)) }, uniquingKeysWith: { $1 })

  /// Each row has the path, the type without its prefix, and the member of the result. An approval or a rejection has
  /// no result of its own: the server responds with the activity that was voted on.
  private static let rows: [(path: String, type: String, result: String)] = [
    ("approve_activity", "APPROVE_ACTIVITY", "approveActivityResult"),
    ("claim_earn_fees", "CLAIM_EARN_FEES", "claimEarnFeesResult"),
    ("claim_swap_fees", "CLAIM_SWAP_FEES", "claimSwapFeesResult"),
    ("create_api_keys", "CREATE_API_KEYS_V2", "createApiKeysResult"),
    ("create_authenticators", "CREATE_AUTHENTICATORS_V2", "createAuthenticatorsResult"),
    ("create_fiat_on_ramp_credential", "CREATE_FIAT_ON_RAMP_CREDENTIAL", "createFiatOnRampCredentialResult"),
    ("create_invitations", "CREATE_INVITATIONS", "createInvitationsResult"),
    ("create_mfa_policy", "CREATE_MFA_POLICY", "createMfaPolicyResult"),
    ("create_oauth2_credential", "CREATE_OAUTH2_CREDENTIAL", "createOauth2CredentialResult"),
    ("create_oauth_providers", "CREATE_OAUTH_PROVIDERS_V2", "createOauthProvidersResultV2"),
    ("create_policies", "CREATE_POLICIES", "createPoliciesResult"),
    ("create_policy", "CREATE_POLICY_V3", "createPolicyResult"),
    ("create_private_key_tag", "CREATE_PRIVATE_KEY_TAG", "createPrivateKeyTagResult"),
    ("create_private_keys", "CREATE_PRIVATE_KEYS_V2", "createPrivateKeysResultV2"),
    ("create_read_only_session", "CREATE_READ_ONLY_SESSION", "createReadOnlySessionResult"),
    ("create_read_write_session", "CREATE_READ_WRITE_SESSION_V2", "createReadWriteSessionResultV2"),
    ("create_session_profile", "CREATE_SESSION_PROFILE", "createSessionProfileResult"),
    ("create_smart_contract_interface", "CREATE_SMART_CONTRACT_INTERFACE", "createSmartContractInterfaceResult"),
    ("create_sub_organization", "CREATE_SUB_ORGANIZATION_V8", "createSubOrganizationResultV8"),
    ("create_swap_quote", "CREATE_SWAP_QUOTE", "createSwapQuoteResult"),
    ("create_tvc_app", "CREATE_TVC_APP", "createTvcAppResult"),
    ("create_tvc_deployment", "CREATE_TVC_DEPLOYMENT", "createTvcDeploymentResult"),
    ("create_tvc_manifest_approvals", "CREATE_TVC_MANIFEST_APPROVALS", "createTvcManifestApprovalsResult"),
    ("create_user_tag", "CREATE_USER_TAG", "createUserTagResult"),
    ("create_users", "CREATE_USERS_V4", "createUsersResult"),
    ("create_wallet", "CREATE_WALLET", "createWalletResult"),
    ("create_wallet_accounts", "CREATE_WALLET_ACCOUNTS", "createWalletAccountsResult"),
    ("create_webhook_endpoint", "CREATE_WEBHOOK_ENDPOINT", "createWebhookEndpointResult"),
    ("delete_api_keys", "DELETE_API_KEYS", "deleteApiKeysResult"),
    ("delete_authenticators", "DELETE_AUTHENTICATORS", "deleteAuthenticatorsResult"),
    ("delete_fiat_on_ramp_credential", "DELETE_FIAT_ON_RAMP_CREDENTIAL", "deleteFiatOnRampCredentialResult"),
    ("delete_invitation", "DELETE_INVITATION", "deleteInvitationResult"),
    ("delete_mfa_policy", "DELETE_MFA_POLICY", "deleteMfaPolicyResult"),
    ("delete_oauth2_credential", "DELETE_OAUTH2_CREDENTIAL", "deleteOauth2CredentialResult"),
    ("delete_oauth_providers", "DELETE_OAUTH_PROVIDERS", "deleteOauthProvidersResult"),
    ("delete_policies", "DELETE_POLICIES", "deletePoliciesResult"),
    ("delete_policy", "DELETE_POLICY", "deletePolicyResult"),
    ("delete_private_key_tags", "DELETE_PRIVATE_KEY_TAGS", "deletePrivateKeyTagsResult"),
    ("delete_private_keys", "DELETE_PRIVATE_KEYS", "deletePrivateKeysResult"),
    ("delete_smart_contract_interface", "DELETE_SMART_CONTRACT_INTERFACE", "deleteSmartContractInterfaceResult"),
    ("delete_sub_organization", "DELETE_SUB_ORGANIZATION", "deleteSubOrganizationResult"),
    ("delete_tvc_app_and_deployments", "DELETE_TVC_APP_AND_DEPLOYMENTS", "deleteTvcAppAndDeploymentsResult"),
    ("delete_tvc_deployment", "DELETE_TVC_DEPLOYMENT", "deleteTvcDeploymentResult"),
    ("delete_user_tags", "DELETE_USER_TAGS", "deleteUserTagsResult"),
    ("delete_users", "DELETE_USERS", "deleteUsersResult"),
    ("delete_wallet_accounts", "DELETE_WALLET_ACCOUNTS", "deleteWalletAccountsResult"),
    ("delete_wallets", "DELETE_WALLETS", "deleteWalletsResult"),
    ("delete_webhook_endpoint", "DELETE_WEBHOOK_ENDPOINT", "deleteWebhookEndpointResult"),
    ("earn_deploy_wrapper", "EARN_DEPLOY_WRAPPER", "earnDeployWrapperResult"),
    ("earn_deposit", "EARN_DEPOSIT", "earnDepositResult"),
    ("earn_set_wrapper_state", "EARN_SET_WRAPPER_STATE", "earnSetWrapperStateResult"),
    ("earn_withdraw", "EARN_WITHDRAW", "earnWithdrawResult"),
    ("email_auth", "EMAIL_AUTH_V3", "emailAuthResult"),
    ("eth_send_transaction", "ETH_SEND_TRANSACTION_V2", "ethSendTransactionResultV2"),
    ("eth_undelegate_7702", "ETH_UNDELEGATE_7702", "ethUndelegate7702Result"),
    ("execute_swap", "EXECUTE_SWAP_V2", "executeSwapResult"),
    ("export_private_key", "EXPORT_PRIVATE_KEY", "exportPrivateKeyResult"),
    ("export_secrets", "EXPORT_SECRETS", "exportSecretsResult"),
    ("export_wallet", "EXPORT_WALLET", "exportWalletResult"),
    ("export_wallet_account", "EXPORT_WALLET_ACCOUNT", "exportWalletAccountResult"),
    ("import_private_key", "IMPORT_PRIVATE_KEY", "importPrivateKeyResult"),
    ("import_secrets", "IMPORT_SECRETS", "importSecretsResult"),
    ("import_wallet", "IMPORT_WALLET", "importWalletResult"),
    ("init_fiat_on_ramp", "INIT_FIAT_ON_RAMP", "initFiatOnRampResult"),
    ("init_import_private_key", "INIT_IMPORT_PRIVATE_KEY", "initImportPrivateKeyResult"),
    ("init_import_wallet", "INIT_IMPORT_WALLET", "initImportWalletResult"),
    ("init_otp", "INIT_OTP_V3", "initOtpResultV2"),
    ("init_otp_auth", "INIT_OTP_AUTH_V3", "initOtpAuthResultV2"),
    ("init_user_email_recovery", "INIT_USER_EMAIL_RECOVERY_V2", "initUserEmailRecoveryResult"),
    ("oauth", "OAUTH", "oauthResult"),
    ("oauth2_authenticate", "OAUTH2_AUTHENTICATE", "oauth2AuthenticateResult"),
    ("oauth_login", "OAUTH_LOGIN", "oauthLoginResult"),
    ("otp_auth", "OTP_AUTH", "otpAuthResult"),
    ("otp_login", "OTP_LOGIN_V2", "otpLoginResult"),
    ("recover_user", "RECOVER_USER", "recoverUserResult"),
    ("remove_ip_allowlist", "REMOVE_IP_ALLOWLIST", "removeIpAllowlistResult"),
    ("remove_organization_feature", "REMOVE_ORGANIZATION_FEATURE", "removeOrganizationFeatureResult"),
    ("restore_tvc_deployment", "RESTORE_TVC_DEPLOYMENT", "restoreTvcDeploymentResult"),
    ("set_ip_allowlist", "SET_IP_ALLOWLIST", "setIpAllowlistResult"),
    ("set_organization_feature", "SET_ORGANIZATION_FEATURE", "setOrganizationFeatureResult"),
    ("set_tvc_app_live_deployment", "UPDATE_TVC_APP_LIVE_DEPLOYMENT", "updateTvcAppLiveDeploymentResult"),
    ("sign_raw_payload", "SIGN_RAW_PAYLOAD_V2", "signRawPayloadResult"),
    ("sign_raw_payloads", "SIGN_RAW_PAYLOADS", "signRawPayloadsResult"),
    ("sign_transaction", "SIGN_TRANSACTION_V2", "signTransactionResult"),
    ("sol_send_transaction", "SOL_SEND_TRANSACTION_V2", "solSendTransactionResultV2"),
    ("spark_claim_transfer", "SPARK_CLAIM_TRANSFER", "sparkClaimTransferResult"),
    ("spark_prepare_lightning_receive", "SPARK_PREPARE_LIGHTNING_RECEIVE", "sparkPrepareLightningReceiveResult"),
    ("spark_prepare_transfer", "SPARK_PREPARE_TRANSFER", "sparkPrepareTransferResult"),
    ("spark_sign_frost", "SPARK_SIGN_FROST", "sparkSignFrostResult"),
    ("stamp_login", "STAMP_LOGIN", "stampLoginResult"),
    ("update_fiat_on_ramp_credential", "UPDATE_FIAT_ON_RAMP_CREDENTIAL", "updateFiatOnRampCredentialResult"),
    ("update_mfa_policy", "UPDATE_MFA_POLICY", "updateMfaPolicyResult"),
    ("update_oauth2_credential", "UPDATE_OAUTH2_CREDENTIAL", "updateOauth2CredentialResult"),
    ("update_organization_name", "UPDATE_ORGANIZATION_NAME", "updateOrganizationNameResult"),
    ("update_policy", "UPDATE_POLICY_V2", "updatePolicyResultV2"),
    ("update_private_key_tag", "UPDATE_PRIVATE_KEY_TAG", "updatePrivateKeyTagResult"),
    ("update_root_quorum", "UPDATE_ROOT_QUORUM", "updateRootQuorumResult"),
    ("update_user", "UPDATE_USER", "updateUserResult"),
    ("update_user_email", "UPDATE_USER_EMAIL", "updateUserEmailResult"),
    ("update_user_name", "UPDATE_USER_NAME", "updateUserNameResult"),
    ("update_user_phone_number", "UPDATE_USER_PHONE_NUMBER", "updateUserPhoneNumberResult"),
    ("update_user_tag", "UPDATE_USER_TAG", "updateUserTagResult"),
    ("update_wallet", "UPDATE_WALLET", "updateWalletResult"),
    ("update_webhook_endpoint", "UPDATE_WEBHOOK_ENDPOINT", "updateWebhookEndpointResult"),
    ("upsert_swap_config", "UPSERT_SWAP_CONFIG", "upsertSwapConfigResult"),
    ("verify_otp", "VERIFY_OTP_V2", "verifyOtpResult"),
    ("reject_activity", "REJECT_ACTIVITY", "rejectActivityResult"),
  ]
}
