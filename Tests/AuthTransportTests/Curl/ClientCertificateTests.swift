#if canImport(Glibc)
  import AuthCore
  import AuthTransport
  import FoundationEssentials
  import Glibc
  import Testing

  /// Mutual TLS with OpenSSL's server, which requires a certificate of the client (RFC 8705 §2).
  @Suite(
    .enabled(if: Installed.libcurl, Installed.reason),
    .enabled(if: Installed.openssl, "the command openssl is not installed"), .timeLimit(.minutes(5)))
  struct ClientCertificateTests {
    /// A folder with the certificates and keys of two clients.
    private final class Clients {
      let folder: String

      init() throws {
        var template = Array("/tmp/latchkey-mtls-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        folder = try #require(made)
        for name in ["client", "other"] {
          _ = try ChildProcess.lines(
            "cd \(folder) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
              + "-keyout \(name)-key.pem -out \(name).pem -days 2 -subj /CN=\(name)")
        }
      }

      func files(_ name: String, key: String? = nil) -> ClientCertificate {
        ClientCertificate(certificate: "\(folder)/\(name).pem", key: "\(folder)/\(key ?? name)-key.pem")
      }

      func remove() {
        for name in ["client.pem", "client-key.pem", "other.pem", "other-key.pem"] { unlink(folder + "/" + name) }
        rmdir(folder)
      }
    }

    /// The status of the server that trusts the certificate `client`, and its page.
    private func page(_ server: TLSServer, _ files: ClientCertificate?, host: String = "127.0.0.1") async throws
      -> Result<String, AuthError>
    {
      var options = TransportOptions(additionalRoots: server.certificate)
      options.clientCertificates = files.map { [host: $0] } ?? [:]
      let transport = try CurlTransport(options: options)
      let request = TransportRequest("GET", try #require(URL(string: server.origin + "/")), timeout: .seconds(10))
      return await Result.capturing { try await transport.send(request).text }
    }

    @Test func theServerSeesTheCertificateOfItsHost() async throws {
      let clients = try Clients()
      defer { clients.remove() }
      // Version 1.2 refuses a client within the handshake; 1.3 does so after it.
      for version in ["-tls1_2", "-tls1_3"] {
        let server = try TLSServer(
          options: "-Verify 1 -verify_return_error -CAfile \(clients.folder)/client.pem \(version)")
        defer { server.stop() }
        let text = try await page(server, clients.files("client")).get()
        #expect(text.contains("CN = client") || text.contains("CN=client"), "\(version)")
        for (files, host) in [
          (nil, "127.0.0.1"), (clients.files("client"), "elsewhere.example"), (clients.files("other"), "127.0.0.1"),
        ] {
          let result = try await page(server, files, host: host)
          #expect(throws: AuthError.self, "\(version)") { try result.get() }
        }
      }
    }

    @Test func unusableFilesFailBeforeAnythingIsSent() async throws {
      let clients = try Clients()
      defer { clients.remove() }
      let server = try TLSServer(options: "-Verify 1 -CAfile \(clients.folder)/client.pem")
      defer { server.stop() }
      for files in [
        ClientCertificate(certificate: "/nowhere/c.pem", key: "/nowhere/k.pem"),
        clients.files("client", key: "other"),
      ] {
        let result = try await page(server, files)
        let error = #expect(throws: AuthError.self) { try result.get() }
        #expect(error?.code == .tls && error?.message.contains("clientCertificates") == true)
      }
    }
  }
#endif
