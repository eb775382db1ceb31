extension TurnkeySchema {
  /// The bodies of queries and of the auth proxy's routes. Each line has a route and its members. A member that is an
  /// object or an array of objects is written as `member:Type`.
  static let requests = """
    proxy/account filterType filterValue verificationToken oidcToken
    proxy/oauth2_authenticate provider authCode redirectUri codeVerifier nonce clientId
    proxy/oauth_login oidcToken publicKey invalidateExisting organizationId
    proxy/otp_init otpType contact emailCustomization:ProxyEmailCustomizationParams
    proxy/otp_init_v2 otpType contact emailCustomization:ProxyEmailCustomizationParams
    proxy/otp_login verificationToken publicKey invalidateExisting organizationId clientSignature:ClientSignature
    proxy/otp_login_v2 verificationToken publicKey clientSignature:ClientSignature invalidateExisting organizationId
    proxy/otp_verify otpId otpCode publicKey
    proxy/otp_verify_v2 otpId encryptedOtpBundle
    proxy/signup userEmail userPhoneNumber userTag userName organizationName verificationToken \
      apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 oauthProviders:OauthProviderParams \
      wallet:WalletParams clientSignature:ClientSignature
    proxy/signup_v2 userEmail userPhoneNumber userTag userName organizationName verificationToken \
      apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 oauthProviders:OauthProviderParamsV2 \
      wallet:WalletParams clientSignature:ClientSignature
    proxy/wallet_kit_client_params
    proxy/wallet_kit_config
    query/get_activity organizationId activityId
    query/get_api_key organizationId apiKeyId
    query/get_api_keys organizationId userId
    query/get_authenticator organizationId authenticatorId
    query/get_authenticators organizationId userId
    query/get_mfa_policies organizationId userId
    query/get_mfa_status organizationId activityId userId
    query/get_nonces organizationId address caip2 nonce gasStationNonce
    query/get_oauth2_credential organizationId oauth2CredentialId
    query/get_oauth_providers organizationId userId
    query/get_organization_configs organizationId
    query/get_policy organizationId policyId
    query/get_policy_evaluations organizationId activityId
    query/get_private_key organizationId privateKeyId
    query/get_send_transaction_status organizationId sendTransactionStatusId
    query/get_session_profile organizationId sessionProfileId
    query/get_session_profiles organizationId
    query/get_user organizationId userId
    query/get_wallet organizationId walletId
    query/get_wallet_account organizationId walletId address path
    query/list_activities organizationId filterByStatus paginationOptions:Pagination filterByType
    query/list_oauth2_credentials organizationId
    query/list_policies organizationId
    query/list_private_keys organizationId
    query/list_suborgs organizationId filterType filterValue paginationOptions:Pagination
    query/list_user_tags organizationId
    query/list_users organizationId
    query/list_verified_suborgs organizationId filterType filterValue paginationOptions:Pagination
    query/list_wallet_accounts organizationId walletId includeWalletDetails paginationOptions:Pagination
    query/list_wallets organizationId
    query/whoami organizationId
    """
}
