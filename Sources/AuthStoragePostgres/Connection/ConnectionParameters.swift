import AuthCore
import CPostgres

/// The options of a connection, in libpq's format. The values are kept in `Secret`, because one of them may be a
/// password.
struct ConnectionParameters: Sendable {
  /// A host of the URL: a name, an address, or the directory of a Unix socket, which begins with `/`.
  struct Host: Sendable, Hashable {
    let name: String
    let port: String
  }

  private(set) var options: [String: Secret]

  /// Parses a connection string, and adds the options that this package requires.
  ///
  /// - Parameters:
  ///   - url: `postgresql://…`, or libpq's `key=value` form.
  ///   - path: the path of the URL's setting in the configuration, for error messages.
  /// - Throws: `invalid_configuration` if libpq is missing or cannot parse the string, or if a root certificate is
  ///   needed and cannot be read.
  init(url: Secret, path: String) throws(AuthError) {
    try PostgresLibrary.load()
    options = try Self.parsed(url, path)
    if options["client_encoding"] == nil { options["client_encoding"] = Secret("UTF8") }
    if options["application_name"] == nil { options["application_name"] = Secret("latchkey") }
    // A standby does not accept writes. With this option, libpq tries the next host of the URL.
    if options["target_session_attrs"] == nil { options["target_session_attrs"] = Secret("read-write") }
    // With this limit, in milliseconds, the kernel closes a connection whose peer no longer responds.
    if options["tcp_user_timeout"] == nil { options["tcp_user_timeout"] = Secret("10000") }
    // Without `sslmode`, a connection over the network must verify the server's certificate.
    let mode = text("sslmode") ?? (hosts.allSatisfy(Self.isNear) ? "prefer" : "verify-full")
    options["sslmode"] = Secret(mode)
    if mode == "verify-full" || mode == "verify-ca" { try Self.checkRoots(text("sslrootcert"), mode, path) }
  }

  /// The hosts of the URL; a single host with an empty name stands for libpq's default, a Unix socket.
  var hosts: [Host] {
    let names = (text("hostaddr") ?? text("host") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let ports = (text("port") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    return names.indices.map { index in
      Host(
        name: String(names[index]),
        port: String(ports.count == 1 ? ports[0] : ports.indices.contains(index) ? ports[index] : ""))
    }
  }

  /// Returns the parameters with the addresses of every host. Without the addresses, libpq would look up the names in
  /// the loop's thread, and block every statement during the lookup.
  ///
  /// - Parameter addresses: returns the addresses of a name, or an empty list.
  func resolved(_ addresses: (String) -> [String]) -> ConnectionParameters {
    guard text("hostaddr") == nil else { return self }
    var found: [(host: Host, address: String)] = []
    for host in hosts {
      if host.name.isEmpty || host.name.hasPrefix("/") || host.name.hasPrefix("@") {
        found.append((host, ""))
      } else {
        found += addresses(host.name).map { (host, $0) }
      }
    }
    guard !found.isEmpty, found.contains(where: { !$0.address.isEmpty }) else { return self }
    var copy = self
    copy.options["host"] = Secret(found.map(\.host.name).joined(separator: ","))
    copy.options["hostaddr"] = Secret(found.map(\.address).joined(separator: ","))
    copy.options["port"] = Secret(found.map(\.host.port).joined(separator: ","))
    return copy
  }

  /// Begins to connect and returns libpq's connection; nil if there is not enough memory.
  func start() -> OpaquePointer? {
    let keys = options.keys.sorted()
    // The buffer contains the texts, each followed by a zero byte.
    var texts = keys.map { Array($0.utf8) + [0] } + keys.map { (options[$0]?.revealBytes() ?? []) + [0] }
    var all = texts.flatMap(\.self)
    defer {
      Wiping.wipe(&all)
      for index in texts.indices { Wiping.wipe(&texts[index]) }
    }
    let lengths = texts.map(\.count)
    return all.withUnsafeBytes { buffer in
      var position = 0
      let pointers = lengths.map { length -> UnsafePointer<CChar>? in
        defer { position += length }
        return buffer.bindMemory(to: CChar.self).baseAddress.map { $0 + position }
      }
      return lk_pg_connect_start(Array(pointers[..<keys.count]) + [nil], Array(pointers[keys.count...]) + [nil])
    }
  }

  private func text(_ name: String) -> String? { options[name]?.revealText() }

  /// Returns whether a host is a Unix socket or a loopback address. If so, the connection does not use the network.
  private static func isNear(_ host: Host) -> Bool {
    let name = host.name
    return name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost" || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }

  private static func checkRoots(_ file: String?, _ mode: String, _ path: String) throws(AuthError) {
    // `system` selects the root certificates of the operating system (libpq 16).
    if file == "system" { return }
    guard let file, ReadableFile.exists(file) else {
      let found = file.map { "'\($0)' cannot be read" } ?? "sslrootcert is not set"
      throw AuthError(
        .invalidConfiguration,
        "\(path): the connection must verify the server's certificate (sslmode=\(mode)), but \(found). "
          + "Set sslrootcert in the URL to a readable file with the root certificate.",
        fieldErrors: [AuthError.FieldError(field: path, message: "sslrootcert: \(found)")])
    }
  }

  private static func parsed(_ url: Secret, _ path: String) throws(AuthError) -> [String: Secret] {
    final class Found { var options: [String: Secret] = [:] }
    let found = Found()
    var text = url.revealBytes() + [0]
    defer { Wiping.wipe(&text) }
    let reason = text.withUnsafeBytes { buffer in
      PostgresLibrary.message { message, size in
        guard let start = buffer.bindMemory(to: CChar.self).baseAddress else { return -1 }
        return lk_pg_parse(start, message, size, Unmanaged.passUnretained(found).toOpaque()) { context, key, value in
          let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
          found.options[String(cString: key)] = Secret(String(cString: value))
        }
      }
    }
    guard reason == nil else {
      // The error does not contain libpq's reason, because the reason quotes parts of the string, which may be the
      // password.
      throw AuthError(
        .invalidConfiguration,
        "libpq cannot parse \(path). Write 'postgresql://user:password@host:port/database', percent-encode special "
          + "characters in the password, and use only parameters that libpq knows.",
        fieldErrors: [AuthError.FieldError(field: path, message: "cannot be parsed by libpq")])
    }
    return found.options
  }
}
