extension TurnkeySchema {
  /// The object types in bodies and parameters. Each line has a name and its members. A member that is an object or an
  /// array of objects is written as `member:Type`.
  static let parts = """
    ApiKeyParamsV2 apiKeyName publicKey curveType expirationSeconds
    Attestation credentialId clientDataJson attestationObject transports
    AuthenticatorParamsV2 authenticatorName challenge attestation:Attestation
    ClientSignature publicKey scheme message signature
    CreatePolicyIntentV3 policyName effect condition consensus notes time
    EmailAuthCustomizationParams appName logoUrl magicLinkTemplate templateVariables templateId
    EmailCustomizationParams appName logoUrl magicLinkTemplate templateVariables templateId
    EmailCustomizationParamsV2 logoUrl magicLinkTemplate templateVariables templateId
    EthCallParams to value data
    OauthProviderParams providerName oidcToken
    OauthProviderParamsV2 providerName oidcToken oidcClaims:OidcClaims
    OidcClaims iss sub aud
    Pagination limit before after
    PrivateKeyParams privateKeyName curve privateKeyTags addressFormats
    ProxyEmailCustomizationParams templateId
    RootUserParamsV4 userName userEmail userPhoneNumber apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 \
      oauthProviders:OauthProviderParams
    RootUserParamsV5 userName userEmail userPhoneNumber apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 \
      oauthProviders:OauthProviderParamsV2
    SmsCustomizationParams template
    UserParamsV3 userName userEmail userPhoneNumber apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 \
      oauthProviders:OauthProviderParams userTags
    UserParamsV4 userName userEmail userPhoneNumber apiKeys:ApiKeyParamsV2 authenticators:AuthenticatorParamsV2 \
      oauthProviders:OauthProviderParamsV2 userTags
    WalletAccountParams curve pathFormat path addressFormat name
    WalletParams walletName accounts:WalletAccountParams mnemonicLength
    """
}
