import AuthCore
import AuthRuntime
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTerminal
import AuthTransport
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let sandbox = Command(
    "sandbox", summary: "Imitate all vendors, the app's backend and its identity system on loopback",
    discussion: """
      Serves the vendors of this package, and those of the adapters that the program adds.
      Runs until it is interrupted. With --json, the first line on standard output is the sandbox's descriptor. It is
      printed once the sandbox accepts connections.
      """,
    options: [
      Option("port", "N", "the port; 0 takes a free port (default: 8787)"),
      Option("state-dir", "DIR", "keep names and keys in DIR, so that a restart continues the same sandbox"),
      Option("write-config", "FILE", "write a configuration for all providers; replaces the file"),
      Option("webhooks", "URL", "send the Authsignal-style webhooks, signed, to URL"),
      Option("tls", nil, "serve HTTPS with a self-signed certificate, written next to the configuration"),
    ]
  ) { (invocation) throws(AuthError) in
    Interrupt.hold()
    let arguments = invocation.arguments
    let port = try arguments.integer("port", in: 0...65_535) ?? 8787
    let keys = SandboxKeyFile(directory: arguments.value("state-dir"))
    let sandbox = try Sandbox(
      vendors: SandboxVendorFactory.all + invocation.vendors, keyring: try keys.read(),
      transport: try SystemTransport.make())
    let delivery = try webhookDelivery(of: sandbox, to: arguments.value("webhooks"))
    if keys.directory != nil { try sandbox.prepareKeys() }
    try keys.write(sandbox.keyring)
    let identity = try arguments.has("tls") ? ServerIdentity.selfSigned(at: SystemClock().now()) : nil
    let server = try SandboxServer(sandbox: sandbox, port: UInt16(port), identity: identity)
    sandbox.serve(try await SignInApp(sandbox, plugins: invocation.plugins, catalog: invocation.catalog))
    if let path = arguments.value("write-config") {
      try write(sandbox, identity, to: path)
    }
    if invocation.isJSON {
      Output.json(sandbox.descriptor)
    } else {
      Output.line(
        Layout.output.line(invocation.text(Phrase("command.sandbox.started", ["url": .text(sandbox.baseURL)]))))
    }
    let logouts = OIDCLogoutDelivery(sandbox: sandbox, transport: try SystemTransport.make())
    let deliveries: [Task<Void, Never>] = [Task { _ = await delivery?.run() }, Task { await logouts.run() }]
    _ = await BlockingThread.run { Interrupt.wait() }
    for delivery in deliveries { delivery.cancel() }
    await server.stop()
    return 0
  }

  private static func webhookDelivery(
    of sandbox: Sandbox, to address: String?
  ) throws(AuthError) -> AuthsignalWebhookDelivery? {
    guard let address else { return nil }
    guard let url = URL(string: address), Origin(url) != nil else {
      throw AuthError(.invalidRequest, "--webhooks takes an http or https URL, such as http://127.0.0.1:9000/hooks.")
    }
    return AuthsignalWebhookDelivery(sandbox: sandbox, url: url, transport: try SystemTransport.make())
  }

  private static func write(
    _ sandbox: Sandbox, _ identity: ServerIdentity?, to path: String
  ) throws(AuthError) {
    guard var configuration = sandbox.configuration.objectValue else {
      throw AuthError(
        .internalError, "The sandbox's configuration is not a JSON object. Report this to Latchkey's maintainers.")
    }
    if let identity {
      let certificate = path + ".certificate.pem"
      try PrivateFile.write(identity.certificatePEM, to: certificate)
      let name = certificate.split(separator: "/").last.map(String.init) ?? certificate
      configuration["transport"] = ["additionalRoots": .string(name)]
    }
    try PrivateFile.write(JSONValue.object(configuration).prettyText + "\n", to: path)
  }
}
