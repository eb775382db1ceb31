import AuthVerifier
import AuthVerifierPrivy

print(VerifierPlugin.privy.product)
