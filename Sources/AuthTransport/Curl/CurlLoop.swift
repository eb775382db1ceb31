#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// The loop of the HTTP thread. It takes exchanges from the mailbox, performs them with libcurl, and returns the
  /// results to the callers.
  ///
  /// The loop is created and released on the HTTP thread, so that no other thread uses its libcurl handles.
  struct CurlLoop: ~Copyable {
    private let mailbox: CurlMailbox
    private let options: TransportOptions
    private let multi: UnsafeMutableRawPointer
    private var queue: TransferQueue
    private var waiting: [UInt64: CurlJob] = [:]
    private var running: [UInt64: CurlTransfer] = [:]
    /// Unused libcurl handles for the next transfers. Creating a handle costs more than resetting it.
    private var spare: [UnsafeMutableRawPointer] = []

    /// Creates a loop; nil when libcurl cannot allocate memory.
    init?(mailbox: CurlMailbox) {
      guard let multi = lk_multi_init() else { return nil }
      self.mailbox = mailbox
      self.multi = multi
      options = mailbox.options
      queue = TransferQueue(limit: options.transfersPerOrigin)
      _ = lk_multi_set_long(multi, LK_MULTI_OPTION_PIPELINING, Int(LK_PIPELINING_MULTIPLEX))
      _ = lk_multi_set_long(multi, LK_MULTI_OPTION_MAXCONNECTS, options.idleConnections)
    }

    /// Runs until the mailbox is stopped.
    consuming func run() {
      while true {
        let delivery = mailbox.collect()
        if delivery.isStopped { return end(delivery.jobs) }
        for job in delivery.jobs { admit(job) }
        for id in delivery.cancelled { cancel(id) }
        expireWaiting()
        _ = lk_multi_perform(multi)
        if !answerFinished() {
          // libcurl has no timers for waiting exchanges, so their deadlines are checked every 20 ms.
          _ = lk_multi_wait(multi, mailbox.event, waiting.isEmpty ? 1000 : 20)
        }
      }
    }

    private mutating func admit(_ job: CurlJob) {
      guard queue.enter(job.id, job.exchange.origin) else {
        waiting[job.id] = job
        return
      }
      if let failure = begin(job) { finish(job, .failure(failure)) }
    }

    /// Passes an exchange to libcurl. Returns an error when that fails.
    private mutating func begin(_ job: CurlJob) -> AuthError? {
      let remaining = ContinuousClock.now.duration(to: job.exchange.deadline)
      guard remaining > .zero else { return Self.timeout(job) }
      guard let easy = spare.popLast() ?? lk_easy_init() else {
        return AuthError(.internalError, "libcurl could not allocate memory. Free memory, and try again.")
      }
      let transfer = CurlTransfer(job: job, easy: easy)
      var setup = CurlSetup(easy)
      setup.apply(transfer, options, remaining: remaining)
      if let refused = setup.refused {
        recycle(easy)
        return Self.refusal(refused)
      }
      running[job.id] = transfer
      if lk_multi_add(multi, easy) != 0 {
        running[job.id] = nil
        recycle(easy)
        return AuthError(
          .internalError,
          "libcurl did not accept the request; nothing was sent. Report this to Latchkey's maintainers.")
      }
      return nil
    }

    /// Completes every transfer that has ended. Returns whether any had ended.
    private mutating func answerFinished() -> Bool {
      var finished = lk_finished()
      var found = false
      while lk_multi_next_finished(multi, &finished) != 0 {
        found = true
        guard let owner = finished.owner else { continue }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
        let result = Self.result(of: transfer, finished)
        remove(transfer)
        finish(transfer.job, result)
      }
      return found
    }

    private static func result(of transfer: CurlTransfer, _ finished: lk_finished) -> CurlResult {
      let exchange = transfer.job.exchange
      if finished.code == 0, transfer.isPastHeaders { return .success(transfer.response(status: finished.status)) }
      // libcurl reports a line of the head that is longer than 100 kB as a lack of memory.
      let isLineTooLong = Int(finished.code) == LK_OUT_OF_MEMORY && transfer.isInHeaders
      switch isLineTooLong ? .head : transfer.excess {
      case .head: return .failure(CurlFailure.headTooLarge(origin: exchange.origin, limit: CurlTransfer.headerLimit))
      case .body: return .failure(CurlFailure.tooLarge(origin: exchange.origin, limit: exchange.responseSizeLimit))
      case nil: break
      }
      let isCutOff = finished.code == 0 || transfer.wasStoppedFromResending
      let code = isCutOff ? Int32(LK_RECV_ERROR) : finished.code
      let described = String(cString: transfer.reason)
      let detail = described.isEmpty ? String(cString: lk_error_text(code)) : described
      return .failure(CurlFailure.error(code: code, origin: exchange.origin, detail: detail))
    }

    private mutating func cancel(_ id: UInt64) {
      let error = AuthError(
        .cancelled,
        "The request was cancelled, because its task was cancelled. Send it again if you still "
          + "need the response.")
      if queue.leave(id) {
        waiting.removeValue(forKey: id)?.continuation.resume(returning: .failure(error))
      } else if let transfer = running[id] {
        remove(transfer)
        finish(transfer.job, .failure(error))
      }
    }

    private mutating func expireWaiting() {
      guard !waiting.isEmpty else { return }
      let now = ContinuousClock.now
      for job in waiting.values where job.exchange.deadline <= now {
        if queue.leave(job.id) { waiting[job.id] = nil }
        job.continuation.resume(returning: .failure(Self.timeout(job)))
      }
    }

    /// Removes a transfer from libcurl. If the response is incomplete, libcurl then closes the connection, or the
    /// stream of an HTTP/2 connection.
    private mutating func remove(_ transfer: CurlTransfer) {
      _ = lk_multi_remove(multi, transfer.easy)
      running[transfer.job.id] = nil
      recycle(transfer.easy)
    }

    private mutating func recycle(_ easy: UnsafeMutableRawPointer) {
      if spare.count < 64 {
        lk_easy_reset(easy)
        spare.append(easy)
      } else {
        lk_easy_cleanup(easy)
      }
    }

    /// Completes a running exchange, and starts the next waiting exchange of the same origin. An exchange that cannot
    /// start fails, and the exchange after it is started instead.
    private mutating func finish(_ job: CurlJob, _ result: CurlResult) {
      job.continuation.resume(returning: result)
      while let id = queue.finish(job.exchange.origin), let next = waiting.removeValue(forKey: id) {
        guard let failure = begin(next) else { return }
        next.continuation.resume(returning: .failure(failure))
      }
    }

    private consuming func end(_ late: [CurlJob]) {
      let error = AuthError(
        .cancelled, "The transport was released before the response was complete. Keep the transport until then.")
      for transfer in running.values {
        _ = lk_multi_remove(multi, transfer.easy)
        lk_easy_cleanup(transfer.easy)
        transfer.job.continuation.resume(returning: .failure(error))
      }
      for job in waiting.values { job.continuation.resume(returning: .failure(error)) }
      for job in late { job.continuation.resume(returning: .failure(error)) }
      for easy in spare { lk_easy_cleanup(easy) }
      lk_multi_cleanup(multi)
    }

    private static func timeout(_ job: CurlJob) -> AuthError {
      AuthError(
        .timeout,
        "The request was not sent to \(job.exchange.origin) within its time limit, because it waited for other "
          + "requests or followed redirects. Try again.")
    }

    private static func refusal(_ option: lk_option) -> AuthError {
      switch option {
      case LK_OPTION_CAINFO, LK_OPTION_PINNEDPUBLICKEY, LK_OPTION_SSLVERSION, LK_OPTION_SSLCERT, LK_OPTION_SSLKEY:
        AuthError(
          .tls,
          "libcurl refused the TLS setting with the CURLoption \(option.rawValue); nothing was sent. The option 32 is "
            + "the minimum version TLS 1.2, 10065 is transport.additionalRoots, 10230 is transport.pinnedPublicKeys, "
            + "10025 and 10087 are transport.clientCertificates. "
            + "Install a libcurl that supports the setting, or remove the setting.")
      default:
        AuthError(
          .internalError,
          "libcurl refused the CURLoption \(option.rawValue); nothing was sent. If the system has no memory left, free "
            + "memory and try again. Otherwise report this to Latchkey's maintainers.")
      }
    }
  }

  extension CurlLoop {
    /// Starts the thread that runs libcurl for a mailbox. The thread ends when the mailbox is stopped, or when libcurl
    /// cannot be used.
    ///
    /// - Returns: the error if the system could not start the thread; otherwise nil.
    static func start(_ mailbox: CurlMailbox) -> AuthError? {
      let context = Unmanaged.passRetained(mailbox)
      let failure = lk_thread_start("latchkey-http", body, context.toOpaque())
      if failure == 0 { return nil }
      context.release()
      return AuthError(
        .internalError,
        "The system could not start the HTTP thread (error \(failure)). Check the limits on threads and memory, and "
          + "start this program again.")
    }

    /// The function of the thread. It takes over the reference to the mailbox that `start` retained.
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
      run(Unmanaged<CurlMailbox>.fromOpaque(context).takeRetainedValue())
    }

    private static func run(_ mailbox: CurlMailbox) {
      do throws(AuthError) {
        try CurlLibrary.load(mailbox.library)
        guard let loop = CurlLoop(mailbox: mailbox) else {
          throw AuthError(
            .internalError, "libcurl could not allocate memory. Free memory, and start this program again.")
        }
        loop.run()
      } catch {
        mailbox.fail(error)
      }
    }
  }
#endif
