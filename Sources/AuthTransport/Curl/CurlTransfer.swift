#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// An exchange in progress, and the received part of its response. Only the HTTP thread uses it.
  final class CurlTransfer {
    let job: CurlJob
    let easy: UnsafeMutableRawPointer
    /// The list of header lines, which libcurl reads and does not copy.
    var lines: UnsafeMutableRawPointer?
    /// The body of the request, which libcurl reads and does not copy.
    let upload: UnsafeMutableRawBufferPointer
    /// The buffer into which libcurl writes the description of a failure.
    let reason: UnsafeMutablePointer<CChar>

    private(set) var body: [UInt8] = []
    private var fields: [(name: String, value: String)] = []
    private var headerBytes = 0
    /// Whether a part of the head has arrived, but not all of it.
    var isInHeaders: Bool { headerBytes > 0 && !isPastHeaders }
    /// Whether the empty line after the header fields has arrived. libcurl itself accepts a truncated head.
    private(set) var isPastHeaders = false
    private var timesSent = 0
    /// The part of the response that exceeded its limit, if one did. libcurl reports this as a failed write.
    private(set) var excess: Excess?
    /// Whether libcurl tried to send the request again, on another connection.
    private(set) var wasStoppedFromResending = false

    /// The part of a response that is larger than allowed.
    enum Excess {
      /// The head exceeded `headerLimit`.
      case head
      /// The body exceeded the exchange's limit.
      case body
    }

    /// The limit of a response's head, in bytes: far more than servers send, but still little memory.
    static let headerLimit = 128 << 10

    init(job: CurlJob, easy: UnsafeMutableRawPointer) {
      self.job = job
      self.easy = easy
      upload = .allocate(byteCount: job.exchange.request.body?.count ?? 0, alignment: 1)
      upload.copyBytes(from: job.exchange.request.body ?? [])
      reason = .allocate(capacity: Int(LK_ERROR_SIZE))
      reason.initialize(repeating: 0, count: Int(LK_ERROR_SIZE))
    }

    deinit {
      lk_list_free(lines)
      // Both bodies may contain a code or a token.
      Wiping.wipe(upload)
      Wiping.wipe(&body)
      upload.deallocate()
      reason.deallocate()
    }

    /// Takes a piece of the body. Returns the number of bytes taken; 0 makes libcurl end the transfer.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard body.count + bytes.count <= job.exchange.responseSizeLimit else {
        excess = .body
        return 0
      }
      Wiping.reserve(bytes.count, in: &body)
      body.append(contentsOf: bytes)
      return bytes.count
    }

    /// Takes one line of the head. Returns the number of bytes taken; 0 makes libcurl end the transfer.
    ///
    /// A status line begins a new head: the lines before it were an interim response (RFC 9110 §15.2). The fields after
    /// the empty line are trailers. They are dropped, because no protocol of this package uses trailers.
    func takeLine(_ bytes: UnsafeRawBufferPointer) -> Int {
      headerBytes += bytes.count
      guard headerBytes <= Self.headerLimit else {
        excess = .head
        return 0
      }
      var line = bytes[...]
      while let last = line.last, last == 0x0D || last == 0x0A { line.removeLast() }
      if line.starts(with: "HTTP/".utf8) {
        fields.removeAll()
        isPastHeaders = false
      } else if line.isEmpty {
        isPastHeaders = true
      } else if !isPastHeaders {
        add(line)
      }
      return bytes.count
    }

    /// Returns whether the request may be sent, which is true for the first call only.
    func maySend() -> Bool {
      timesSent += 1
      if timesSent > 1 { wasStoppedFromResending = true }
      return timesSent == 1
    }

    /// Returns the complete response, which takes over the body.
    func response(status: Int) -> TransportResponse {
      defer { body = [] }

      var headers = HTTPHeaders()
      for field in fields { headers.add(field.name, field.value) }
      return TransportResponse(status: status, headers: headers, body: body)
    }

    private func add(_ line: Slice<UnsafeRawBufferPointer>) {
      if line.first == 0x20 || line.first == 0x09 {
        // An obsolete line folding, which a client must replace with a space (RFC 9112 §5.2).
        if let last = fields.indices.last { fields[last].value += " " + Self.trimmed(line) }
        return
      }
      guard let colon = line.firstIndex(of: 0x3A) else { return }
      fields.append((String(decoding: line[..<colon], as: UTF8.self), Self.trimmed(line[line.index(after: colon)...])))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
      var rest = bytes
      while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
      while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
      return String(decoding: rest, as: UTF8.self)
    }
  }
#endif
