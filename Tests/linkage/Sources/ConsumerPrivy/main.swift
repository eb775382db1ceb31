import AuthPrivy

// The app with this provider linked, and no other.
try await SignInApp(plugins: [.privy]).run(CommandLine.arguments)
