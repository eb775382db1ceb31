import AuthVerifier
import AuthVerifierAuthsignal

print(VerifierPlugin.authsignal.product)
