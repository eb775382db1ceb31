import AuthCore
import AuthSandbox
import AuthTransport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sandbox over HTTPS, with the certificate that it makes itself.
@Suite(.enabled(if: SandboxServer.isAvailable, "libmicrohttpd12 is not installed")) struct ServerTLSTests {
  @Test func onlyClientsWithTheCertificateTrustIt() async throws {
    let identity = try ServerIdentity.selfSigned(at: SystemClock().now())
    let server = try SandboxServer(sandbox: Sandbox(), identity: identity)
    #expect(server.sandbox.baseURL == "https://127.0.0.1:\(server.port)")
    #expect(server.sandbox.descriptor["certificatePEM"] == .string(identity.certificatePEM))
    let directory = FileManager.default.temporaryDirectory.path + "/latchkey-" + SystemRandomSource().uuid()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(atPath: directory) } catch {} }
    let path = directory + "/certificate.pem"
    #expect(FileManager.default.createFile(atPath: path, contents: Data(identity.certificatePEM.utf8)))

    let trusting = try SystemTransport.make(options: TransportOptions(additionalRoots: path))
    for host in ["127.0.0.1", "localhost"] {
      let url = try #require(URL(string: "https://\(host):\(server.port)/sandbox/clock"))
      #expect(try await trusting.send(TransportRequest("GET", url)).status == 200)
      let plain = try SystemTransport.make()
      await #expect(throws: AuthError(.tls, "")) { try await plain.send(TransportRequest("GET", url)) }
    }
    await server.stop()
  }
}
