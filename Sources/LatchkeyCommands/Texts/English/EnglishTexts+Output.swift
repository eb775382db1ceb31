import AuthUI

extension TextCatalog {
  /// English texts of output that is not about one topic.
  static let englishOutput: [String: String] = [
    "command.config.notLinked": "type ''{type}'' is not linked here; not checked",
    "command.demo.failed": "failed",
    "command.demo.heading.method": "method",
    "command.demo.heading.provider": "provider",
    "command.demo.heading.request": "authorised request",
    "command.demo.heading.result": "result",
    "command.demo.heading.subject": "subject",
    "command.demo.newUser": "signed in as {subject}, a new user",
    "command.demo.ok": "ok",
    "command.demo.returned": "GET /backend/me returned {status}",
    "command.demo.sandbox": "A sandbox for all vendors is at {url}",
    "command.demo.signedIn": "signed in as {subject}",
    "command.exec.notRenewed": "the token was not renewed: {message}",
    "command.man.written": "Wrote {count, plural, one {# page} other {# pages}} to {directory}",
    "command.passkey.notOf":
      "There is no passkey of {name}. The passkeys on this machine belong to {owners}. Name one of these users "
      + "to use that user''s passkey.",
    "command.passkey.several":
      "The passkeys on this machine belong to {owners}. Name one of these users to use that user''s passkey.",
    "command.providers.fallback": "fallback",
    "command.providers.notLinked": "not linked",
    "command.providers.selected": "selected",
    "command.providers.type": "type {type}",
    "command.sandbox.started": "The sandbox is at {url} (its data is not secret). Press Ctrl-C to stop it.",
    "command.secretIsVisible": "--{option}: process lists show a secret on the command line; use -, @FILE or env:NAME.",
    "command.send.sending": "Sending",
    "command.time.ago.days": "{count, plural, one {# day} other {# days}} ago",
    "command.time.ago.hours": "{count} h ago",
    "command.time.ago.minutes": "{count} min ago",
    "command.time.ago.seconds": "{count} s ago",
    "command.time.centuriesAgo": "centuries ago",
    "command.time.in.days": "in {count, plural, one {# day} other {# days}}",
    "command.time.in.hours": "in {count} h",
    "command.time.in.minutes": "in {count} min",
    "command.time.in.seconds": "in {count} s",
    "command.time.inCenturies": "in centuries",
    "command.time.now": "now",
    "command.warning": "warning:",
    "failure.retry": "try again later",
    "failure.signIn": "sign in with ‘latchkey sign-in --provider {provider}’",
    "failure.trace": "trace {id}",
    "failure.vendorCode": "vendor code {code}",
    "failure.wait": "wait {count} s",
    "result.handOver": "Done. With --no-exchange the command prints the {result} for the app''s backend.",
    "result.newUser": "new user",
  ]
}
