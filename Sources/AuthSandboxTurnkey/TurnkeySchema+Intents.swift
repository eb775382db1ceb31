extension TurnkeySchema {
  /// The parameters of submissions. Each line has a name and its members. A member that is an object or an array of
  /// objects is written as `member:Type`.
  static let intents = """
    intent/approveActivityIntent fingerprint
    intent/createApiKeysIntentV2 apiKeys:ApiKeyParamsV2 userId
    intent/createAuthenticatorsIntentV2 authenticators:AuthenticatorParamsV2 userId
    intent/createOauth2CredentialIntent provider clientId encryptedClientSecret
    intent/createOauthProvidersIntent userId oauthProviders:OauthProviderParams
    intent/createOauthProvidersIntentV2 userId oauthProviders:OauthProviderParamsV2
    intent/createPoliciesIntent policies:CreatePolicyIntentV3
    intent/createPolicyIntentV3 policyName effect condition consensus notes time
    intent/createPrivateKeysIntentV2 privateKeys:PrivateKeyParams
    intent/createReadOnlySessionIntent
    intent/createReadWriteSessionIntentV2 targetPublicKey userId apiKeyName expirationSeconds invalidateExisting
    intent/createSessionProfileIntent sessionProfileName scope expirationSeconds notes
    intent/createSubOrganizationIntentV7 subOrganizationName rootUsers:RootUserParamsV4 rootQuorumThreshold \
      wallet:WalletParams disableEmailRecovery disableEmailAuth disableSmsAuth disableOtpEmailAuth verificationToken \
      clientSignature:ClientSignature
    intent/createSubOrganizationIntentV8 subOrganizationName rootUsers:RootUserParamsV5 rootQuorumThreshold \
      wallet:WalletParams disableEmailRecovery disableEmailAuth disableSmsAuth disableOtpEmailAuth verificationToken \
      clientSignature:ClientSignature
    intent/createUsersIntentV3 users:UserParamsV3
    intent/createUsersIntentV4 users:UserParamsV4
    intent/createWalletAccountsIntent walletId accounts:WalletAccountParams persist
    intent/createWalletIntent walletName accounts:WalletAccountParams mnemonicLength
    intent/deleteApiKeysIntent userId apiKeyIds
    intent/deleteAuthenticatorsIntent userId authenticatorIds
    intent/deleteOauth2CredentialIntent oauth2CredentialId
    intent/deleteOauthProvidersIntent userId providerIds
    intent/deletePoliciesIntent policyIds
    intent/deletePolicyIntent policyId
    intent/deletePrivateKeysIntent privateKeyIds deleteWithoutExport
    intent/deleteSubOrganizationIntent deleteWithoutExport
    intent/deleteUsersIntent userIds
    intent/deleteWalletAccountsIntent walletAccountIds deleteWithoutExport
    intent/deleteWalletsIntent walletIds deleteWithoutExport
    intent/emailAuthIntentV2 email targetPublicKey apiKeyName expirationSeconds \
      emailCustomization:EmailCustomizationParams invalidateExisting sendFromEmailAddress sendFromEmailSenderName \
      replyToEmailAddress
    intent/emailAuthIntentV3 email targetPublicKey apiKeyName expirationSeconds \
      emailCustomization:EmailAuthCustomizationParams invalidateExisting sendFromEmailAddress sendFromEmailSenderName \
      replyToEmailAddress
    intent/ethSendTransactionIntent from sponsor caip2 to value data nonce gasLimit maxFeePerGas maxPriorityFeePerGas \
      deadline gasStationNonce
    intent/ethSendTransactionIntentV2 from caip2 sponsor nonce gasLimit maxFeePerGas maxPriorityFeePerGas deadline \
      gasStationNonce calls:EthCallParams
    intent/exportPrivateKeyIntent privateKeyId targetPublicKey
    intent/exportWalletAccountIntent address targetPublicKey
    intent/exportWalletIntent walletId targetPublicKey language
    intent/importPrivateKeyIntent userId privateKeyName encryptedBundle curve addressFormats
    intent/importWalletIntent userId walletName encryptedBundle accounts:WalletAccountParams
    intent/initImportPrivateKeyIntent userId
    intent/initImportWalletIntent userId
    intent/initOtpAuthIntentV2 otpType contact otpLength emailCustomization:EmailCustomizationParams \
      smsCustomization:SmsCustomizationParams userIdentifier sendFromEmailAddress alphanumeric sendFromEmailSenderName \
      replyToEmailAddress
    intent/initOtpAuthIntentV3 otpType contact otpLength appName emailCustomization:EmailCustomizationParamsV2 \
      smsCustomization:SmsCustomizationParams userIdentifier sendFromEmailAddress alphanumeric sendFromEmailSenderName \
      expirationSeconds replyToEmailAddress
    intent/initOtpIntent otpType contact otpLength emailCustomization:EmailCustomizationParams \
      smsCustomization:SmsCustomizationParams userIdentifier sendFromEmailAddress alphanumeric sendFromEmailSenderName \
      expirationSeconds replyToEmailAddress
    intent/initOtpIntentV2 otpType contact otpLength appName emailCustomization:EmailCustomizationParamsV2 \
      smsCustomization:SmsCustomizationParams userIdentifier sendFromEmailAddress alphanumeric sendFromEmailSenderName \
      expirationSeconds replyToEmailAddress
    intent/initOtpIntentV3 otpType contact appName otpLength emailCustomization:EmailCustomizationParamsV2 \
      smsCustomization:SmsCustomizationParams userIdentifier sendFromEmailAddress alphanumeric sendFromEmailSenderName \
      expirationSeconds replyToEmailAddress
    intent/initUserEmailRecoveryIntentV2 email targetPublicKey expirationSeconds \
      emailCustomization:EmailAuthCustomizationParams sendFromEmailAddress sendFromEmailSenderName replyToEmailAddress
    intent/oauth2AuthenticateIntent oauth2CredentialId authCode redirectUri codeVerifier nonce \
      bearerTokenTargetPublicKey
    intent/oauthIntent oidcToken targetPublicKey apiKeyName expirationSeconds invalidateExisting
    intent/oauthLoginIntent oidcToken publicKey expirationSeconds invalidateExisting sessionProfileId
    intent/otpAuthIntent otpId otpCode targetPublicKey apiKeyName expirationSeconds invalidateExisting
    intent/otpLoginIntent verificationToken publicKey expirationSeconds invalidateExisting \
      clientSignature:ClientSignature sessionProfileId
    intent/otpLoginIntentV2 verificationToken publicKey clientSignature:ClientSignature expirationSeconds \
      invalidateExisting sessionProfileId
    intent/recoverUserIntent authenticator:AuthenticatorParamsV2 userId
    intent/rejectActivityIntent fingerprint
    intent/signRawPayloadIntentV2 signWith payload encoding hashFunction
    intent/signRawPayloadsIntent signWith payloads encoding hashFunction
    intent/signTransactionIntentV2 signWith unsignedTransaction type
    intent/solSendTransactionIntent unsignedTransaction signWith sponsor caip2 recentBlockhash
    intent/solSendTransactionIntentV2 unsignedTransaction signWiths sponsor caip2 recentBlockhash
    intent/stampLoginIntent publicKey expirationSeconds invalidateExisting sessionProfileId
    intent/updateOauth2CredentialIntent oauth2CredentialId provider clientId encryptedClientSecret
    intent/updatePolicyIntentV2 policyId policyName policyEffect policyCondition policyConsensus policyNotes time
    intent/updateRootQuorumIntent threshold userIds
    intent/updateUserEmailIntent userId userEmail verificationToken
    intent/updateUserIntent userId userName userEmail userTagIds userPhoneNumber
    intent/updateUserNameIntent userId userName
    intent/updateUserPhoneNumberIntent userId userPhoneNumber verificationToken
    intent/updateWalletIntent walletId walletName
    intent/verifyOtpIntent otpId otpCode expirationSeconds publicKey
    intent/verifyOtpIntentV2 otpId encryptedOtpBundle expirationSeconds
    """
}
