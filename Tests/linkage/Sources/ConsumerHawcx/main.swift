import AuthHawcx

// The app with this provider linked, and no other.
try await SignInApp(plugins: [.hawcx]).run(CommandLine.arguments)
