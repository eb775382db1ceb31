import AuthTurnkey

// The app with this provider linked, and no other.
try await SignInApp(plugins: [.turnkey]).run(CommandLine.arguments)
