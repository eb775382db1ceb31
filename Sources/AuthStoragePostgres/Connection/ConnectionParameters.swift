import AuthCore
import CPostgres

/// The options of a connection, as libpq expects them. They may contain a password, so they are kept in `Secret`.
struct ConnectionParameters: Sendable {
  /// A host of the URL, by name or address; a socket's directory begins with `/`.
  struct Host: Sendable, Hashable {
    let name: String
    let port: String
  }

  private(set) var options: [String: Secret]

  /// Parses a connection string, and adds the options that this package requires.
  ///
  /// - Parameters:
  ///   - url: `postgresql://…`, or libpq's `key=value` form.
  ///   - path: the path of the URL in the configuration.
  /// - Throws: `invalid_configuration` if libpq is missing or cannot parse the string, or if a root certificate is
  ///   needed and cannot be read.
  init(url: Secret, path: String) throws(AuthError) {
    try PostgresLibrary.load()
    options = try Self.parsed(url, path)
    if options["client_encoding"] == nil { options["client_encoding"] = Secret("UTF8") }
    if options["application_name"] == nil { options["application_name"] = Secret("latchkey") }
    // A standby accepts no writes: libpq then tries the next host of the URL.
    if options["target_session_attrs"] == nil { options["target_session_attrs"] = Secret("read-write") }
    // With this limit, in milliseconds, the kernel also notices a peer that has vanished.
    if options["tcp_user_timeout"] == nil { options["tcp_user_timeout"] = Secret("10000") }
    let mode = text("sslmode") ?? (hosts.allSatisfy(Self.isNear) ? "prefer" : "verify-full")
    options["sslmode"] = Secret(mode)
    if mode == "verify-full" || mode == "verify-ca" { try Self.checkRoots(text("sslrootcert"), mode, path) }
  }

  /// The hosts of the URL; a single empty name for libpq's default, a socket.
  var hosts: [Host] {
    let names = (text("hostaddr") ?? text("host") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let ports = (text("port") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    return names.indices.map { index in
      Host(
        name: String(names[index]),
        port: String(ports.count == 1 ? ports[0] : ports.indices.contains(index) ? ports[index] : ""))
    }
  }

  /// The same parameters, with the addresses of every host. Without them, libpq would look up the names itself, and
  /// block every statement during the lookup.
  ///
  /// - Parameter addresses: returns the addresses of a name; empty if it has none.
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

  /// Begins to connect; nil if there is not enough memory.
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

  /// Whether a host is a socket or an address of this machine, so that the connection does not use the network.
  private static func isNear(_ host: Host) -> Bool {
    let name = host.name
    return name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost" || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }

  private static func checkRoots(_ file: String?, _ mode: String, _ path: String) throws(AuthError) {
    // `system` means the system's own root certificates (libpq 16).
    if file == "system" { return }
    guard let file, ReadableFile.exists(file) else {
      let found = file.map { "'\($0)' cannot be read" } ?? "sslrootcert is not set"
      throw AuthError(
        .invalidConfiguration,
        "\(path): this connection checks the server's certificate (sslmode=\(mode)), but \(found). "
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
      // The reason is left out: it repeats parts of the string, which may be the password.
      throw AuthError(
        .invalidConfiguration,
        "\(path) is not a PostgreSQL connection string. Write 'postgresql://user:password@host:port/database'.",
        fieldErrors: [AuthError.FieldError(field: path, message: "is not a PostgreSQL connection string")])
    }
    return found.options
  }
}
