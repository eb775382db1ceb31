import AuthVerifier
import AuthVerifierOIDC

print(VerifierPlugin.oidc.product)
