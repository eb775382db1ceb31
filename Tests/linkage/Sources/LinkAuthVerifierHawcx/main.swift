import AuthVerifier
import AuthVerifierHawcx

print(VerifierPlugin.hawcx.product)
