#if canImport(Glibc)
  import Glibc

  /// OpenSSL's test server with a new certificate. It responds to every GET with a page.
  final class TLSServer {
    let port: Int
    /// The path of the self-signed certificate.
    let certificate: String
    /// The pin of the certificate's public key.
    let pin: String
    private let folder: String
    private let process: ChildProcess

    init(names: String = "DNS:localhost,IP:127.0.0.1", options: String = "") throws {
      var template = Array("/tmp/latchkey-tls-XXXXXX".utf8CString)
      let made = template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      }
      guard let made else { throw ServerFailure(call: "mkdtemp", code: errno) }
      folder = made
      certificate = made + "/certificate.pem"
      _ = try ChildProcess.lines(
        "cd \(made) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem "
          + "-out certificate.pem -days 2 -subj /CN=test -addext subjectAltName=\(names)")
      let digest = try ChildProcess.lines(
        "cd \(made) && openssl x509 -in certificate.pem -noout -pubkey | openssl pkey -pubin -outform der "
          + "| openssl dgst -sha256 -binary | openssl base64")
      pin = "sha256//" + (digest.first ?? "")
      process = try ChildProcess(
        "cd \(made) && exec openssl s_server -accept 127.0.0.1:0 -www -cert certificate.pem -key key.pem \(options)")
      // The server prints its address: `ACCEPT 127.0.0.1:34567`.
      var found: Int?
      while found == nil, let line = process.line() {
        if line.hasPrefix("ACCEPT") { found = line.split(separator: ":").last.flatMap { Int($0) } }
      }
      guard let found else { throw ServerFailure(call: "openssl s_server", code: process.end()) }
      port = found
    }

    var origin: String { "https://127.0.0.1:\(port)" }

    func stop() {
      process.end()
      for name in ["certificate.pem", "key.pem"] { unlink(folder + "/" + name) }
      rmdir(folder)
    }
  }
#endif
