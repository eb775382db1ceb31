#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// Sets libcurl's options for one transfer.
  struct CurlSetup {
    let easy: UnsafeMutableRawPointer
    /// The first option that libcurl refused.
    private(set) var refused: lk_option?

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    /// Sets all options for `transfer`, on a handle that is new or was reset.
    ///
    /// By default, libcurl verifies certificates and host names. This function leaves those options unchanged, and a
    /// reset of the handle restores their defaults.
    mutating func apply(_ transfer: CurlTransfer, _ options: TransportOptions, remaining: Duration) {
      let exchange = transfer.job.exchange
      set(LK_OPTION_NOSIGNAL, 1)
      set(LK_OPTION_PROTOCOLS, Int(LK_PROTOCOLS_HTTP_AND_HTTPS))
      set(LK_OPTION_SSLVERSION, Int(LK_SSLVERSION_TLSV1_2))
      set(LK_OPTION_FOLLOWLOCATION, 0)
      // libcurl sends the path unchanged, including `..`, because the request may be signed with this path.
      set(LK_OPTION_PATH_AS_IS, 1)
      set(LK_OPTION_URL, exchange.address)
      set(LK_OPTION_TIMEOUT_MS, max(1, remaining.wholeMilliseconds))
      set(LK_OPTION_CONNECTTIMEOUT_MS, max(1, options.connectTimeout.wholeMilliseconds))
      // An empty string keeps libcurl from reading `http_proxy`, `no_proxy` and similar variables from the environment.
      set(LK_OPTION_PROXY, exchange.origin.isLoopback ? "" : options.proxy ?? "")
      set(LK_OPTION_NOPROXY, "")
      check(LK_OPTION_OPENSOCKETFUNCTION, lk_set_close_on_exec(easy))
      if exchange.origin.scheme == "https" { trust(exchange.origin, options) }
      receive(transfer)
      setMethod(exchange.request, transfer)
      setHeaders(exchange.request, options, transfer)
    }

    private mutating func trust(_ origin: Origin, _ options: TransportOptions) {
      // The file replaces libcurl's default CA file. libcurl still uses its default CA directory, if it was built with
      // one.
      if let roots = options.additionalRoots { set(LK_OPTION_CAINFO, roots) }
      if let pins = PublicKeyPins(byHost: options.pinnedPublicKeys).pins(for: origin.host) {
        set(LK_OPTION_PINNEDPUBLICKEY, pins.joined(separator: ";"))
      }
      // libcurl reuses a connection only for a transfer with the same certificate.
      if let files = options.certificate(for: origin.host) {
        set(LK_OPTION_SSLCERT, files.certificate)
        set(LK_OPTION_SSLKEY, files.key)
      }
    }

    private mutating func receive(_ transfer: CurlTransfer) {
      let context = Unmanaged.passUnretained(transfer).toOpaque()
      set(LK_OPTION_PRIVATE, context)
      set(LK_OPTION_ERRORBUFFER, transfer.reason)
      set(LK_OPTION_WRITEDATA, context)
      set(LK_OPTION_HEADERDATA, context)
      check(
        LK_OPTION_WRITEFUNCTION,
        lk_set_data_function(easy, LK_OPTION_WRITEFUNCTION) { bytes, size, count, context in
          Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            .take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        })
      check(
        LK_OPTION_HEADERFUNCTION,
        lk_set_data_function(easy, LK_OPTION_HEADERFUNCTION) { bytes, size, count, context in
          Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            .takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
        })
      // By default, libcurl sends a request of any method again when a reused connection ends before a response. The
      // option PREREQFUNCTION prevents that. libcurl before 7.80 does not have it; every transfer then opens a new
      // connection.
      let unknown = lk_set_prereq_function(easy, LK_OPTION_PREREQFUNCTION) { context, _, _, _, _ in
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().maySend()
          ? Int32(LK_PREREQ_OK) : Int32(LK_PREREQ_ABORT)
      }
      if unknown == 0 { set(LK_OPTION_PREREQDATA, context) } else { set(LK_OPTION_FRESH_CONNECT, 1) }
    }

    private mutating func setMethod(_ request: TransportRequest, _ transfer: CurlTransfer) {
      // A request whose method gives content a meaning sends `Content-Length` even for empty content (RFC 9110 §8.6).
      let hasBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
      if hasBody {
        set(LK_OPTION_POST, 1)
        check(
          LK_OPTION_POSTFIELDSIZE_LARGE,
          lk_set_offset(easy, LK_OPTION_POSTFIELDSIZE_LARGE, Int64(transfer.upload.count)))
        // A null pointer would make libcurl read the standard input.
        if let start = transfer.upload.baseAddress, transfer.upload.count > 0 {
          check(LK_OPTION_POSTFIELDS, lk_set_pointer(easy, LK_OPTION_POSTFIELDS, start))
        } else {
          check(LK_OPTION_POSTFIELDS, lk_set_pointer(easy, LK_OPTION_POSTFIELDS, transfer.reason))
        }
        if request.method != "POST" { set(LK_OPTION_CUSTOMREQUEST, request.method) }
      } else if request.method == "HEAD" {
        set(LK_OPTION_NOBODY, 1)
      } else {
        set(LK_OPTION_HTTPGET, 1)
        if request.method != "GET" { set(LK_OPTION_CUSTOMREQUEST, request.method) }
      }
    }

    private mutating func setHeaders(
      _ request: TransportRequest, _ options: TransportOptions, _ transfer: CurlTransfer
    ) {
      // A field name with no value after the colon removes libcurl's own field.
      append("Expect:", transfer)
      if request.headers["Content-Type"] == nil { append("Content-Type:", transfer) }
      if request.headers["User-Agent"] == nil { append("User-Agent: " + options.userAgent, transfer) }
      for field in request.headers.fields {
        // To send a field with an empty value, libcurl requires a semicolon instead of the colon.
        append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value, transfer)
      }
      if let lines = transfer.lines {
        check(LK_OPTION_HTTPHEADER, lk_set_pointer(easy, LK_OPTION_HTTPHEADER, lines))
      }
    }

    private mutating func append(_ line: String, _ transfer: CurlTransfer) {
      guard let lines = lk_list_append(transfer.lines, line) else {
        refused = refused ?? LK_OPTION_HTTPHEADER
        return
      }
      transfer.lines = lines
    }

    private mutating func set(_ option: lk_option, _ value: Int) { check(option, lk_set_long(easy, option, value)) }

    private mutating func set(_ option: lk_option, _ value: String) {
      check(option, lk_set_string(easy, option, value))
    }

    private mutating func set(_ option: lk_option, _ value: UnsafeMutableRawPointer) {
      check(option, lk_set_pointer(easy, option, value))
    }

    private mutating func check(_ option: lk_option, _ code: Int32) {
      if code != 0 { refused = refused ?? option }
    }
  }

  extension Duration {
    /// The milliseconds for libcurl's timeouts. A duration of more than 30 days counts as 30 days.
    var wholeMilliseconds: Int {
      let (seconds, attoseconds) = components
      return Int(min(seconds, 2_592_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
  }
#endif
