import AuthVerifier
import AuthVerifierTurnkey

print(VerifierPlugin.turnkey.product)
