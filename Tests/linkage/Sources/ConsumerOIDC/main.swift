import AuthOIDC

// The app with this provider linked, and no other.
try await SignInApp(plugins: [.oidc]).run(CommandLine.arguments)
