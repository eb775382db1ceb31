/// The options of every command that runs a flow.
enum FlowOptions {
  static let options: [Command.Option] =
    answering + [
      shared("no-exchange", nil, "print the code or the proof instead of exchanging it at the app's backend")
    ]

  /// The options without `--method`, for a command whose operand is the method.
  static let ofNamedMethod: [Command.Option] = options.filter { $0.name != "method" }

  /// The options that select the source of a flow's answers.
  static let answering: [Command.Option] = [
    shared("method", "ID", "the method: email_otp, sms_otp, password, custom_jwt, …"),
    shared("token", "TOKEN", "the token that the flow starts from: -, @FILE or env:NAME"),
    shared("outbox", "URL", "take codes from a sandbox's outbox"),
    shared("listen", "PORT", "receive redirects at http://127.0.0.1:PORT/callback; 0 takes a free port"),
    shared("open", nil, "open pages in the system's browser, or in $BROWSER"),
  ]

  private static func shared(_ name: String, _ value: String?, _ summary: String) -> Command.Option {
    Command.Option(name, value, summary, isShared: true)
  }
}
