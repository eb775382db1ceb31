import AuthAuthsignal
import AuthHawcx
import AuthOIDC
import AuthPrivy
import AuthTurnkey

try await SignInApp(plugins: [.turnkey, .privy, .hawcx, .authsignal, .oidc]).run(CommandLine.arguments)
