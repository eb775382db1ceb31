import AuthUI

extension TextCatalog {
  /// English texts of the commands.
  static let commandEnglish: [String: String] = [
    "failure.retry": "try again later",
    "failure.signIn": "sign in with ‘latchkey sign-in --provider {provider}’",
    "failure.trace": "trace {id}",
    "failure.vendorCode": "vendor code {code}",
    "failure.wait": "wait {count} s",
    "result.handOver": "Done. With --no-exchange the command prints the {result} for the app's backend.",
    "result.newUser": "new user",
  ]
}
