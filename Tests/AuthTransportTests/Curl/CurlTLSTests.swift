#if canImport(Glibc)
  import AuthCore
  import AuthTransport
  import FoundationEssentials
  import Glibc
  import Testing

  @Suite(
    .enabled(if: Installed.libcurl, Installed.reason),
    .enabled(if: Installed.openssl, "the command openssl is not installed"), .timeLimit(.minutes(5)))
  struct CurlTLSTests {
    private func status(_ origin: String, _ options: TransportOptions) async throws -> Result<Int, AuthError> {
      let transport = try CurlTransport(options: options)
      let request = TransportRequest("GET", try #require(URL(string: origin + "/")), timeout: .seconds(10))
      return await Result.capturing { try await transport.send(request).status }
    }

    private let otherPin = "sha256//" + Base64.encode([UInt8](repeating: 9, count: 32))

    @Test func refusesAnUntrustedCertificateUnlessConfigured() async throws {
      let server = try TLSServer()
      defer { server.stop() }
      #expect(try await status(server.origin, TransportOptions()) == .failure(AuthError(.tls, "")))
      let named = TransportOptions(additionalRoots: server.certificate)
      #expect(try await status(server.origin, named) == .success(200))
      #expect(try await status("https://localhost:\(server.port)", named) == .success(200))
    }

    @Test func configuredCertificateIsValidOnlyForItsHost() async throws {
      let server = try TLSServer(names: "DNS:other.example")
      defer { server.stop() }
      let named = TransportOptions(additionalRoots: server.certificate)
      #expect(try await status(server.origin, named) == .failure(AuthError(.tls, "")))
    }

    @Test func unreadableRootsFailClosed() async throws {
      let server = try TLSServer()
      defer { server.stop() }
      let options = TransportOptions(additionalRoots: "/nowhere/roots.pem")
      #expect(try await status(server.origin, options) == .failure(AuthError(.tls, "")))
    }

    @Test func requiresThePinnedKeyOrItsBackup() async throws {
      let server = try TLSServer()
      defer { server.stop() }
      let another = "sha256//" + Base64.encode([UInt8](repeating: 8, count: 32))
      for (pins, isAccepted) in [
        ([server.pin, otherPin], true), ([otherPin, server.pin], true), ([otherPin, another], false),
      ] {
        for host in ["127.0.0.1", TransportOptions.everyHost] {
          let options = TransportOptions(additionalRoots: server.certificate, pinnedPublicKeys: [host: pins])
          let result = try await status(server.origin, options)
          #expect(result == (isAccepted ? .success(200) : .failure(AuthError(.tls, ""))))
        }
      }
      let elsewhere = TransportOptions(
        additionalRoots: server.certificate, pinnedPublicKeys: ["b.example": [otherPin, another]])
      #expect(try await status(server.origin, elsewhere) == .success(200))
    }

    @Test func oldProtocolsAreRefused() async throws {
      for (version, expected) in [
        ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", Result<Int, AuthError>.failure(AuthError(.tls, ""))),
        ("-tls1_2", .success(200)), ("-tls1_3", .success(200)),
      ] {
        let server = try TLSServer(options: version)
        defer { server.stop() }
        let named = TransportOptions(additionalRoots: server.certificate)
        #expect(try await status(server.origin, named) == expected, "\(version)")
      }
    }

    @Test func refusesPlainHTTPAtAnHTTPSAddress() async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      #expect(
        try await status("https://127.0.0.1:\(server.port)", TransportOptions()) == .failure(AuthError(.tls, "")))
    }
  }
#endif
