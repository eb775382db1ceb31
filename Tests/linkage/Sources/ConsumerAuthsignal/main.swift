import AuthAuthsignal

// The app with this provider linked, and no other.
try await SignInApp(plugins: [.authsignal]).run(CommandLine.arguments)
