#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// The thread that runs libcurl for one mailbox.
  enum CurlThread {
    /// Starts it. It ends when the mailbox is stopped.
    ///
    /// - Returns: the error, or nil when the thread runs.
    static func start(_ mailbox: CurlMailbox) -> AuthError? {
      let context = Unmanaged.passRetained(mailbox)
      let failure = lk_thread_start("latchkey-http", body, context.toOpaque())
      if failure == 0 { return nil }
      context.release()
      return AuthError(.internalError, "The system could not start the HTTP thread (error \(failure)).")
    }

    /// Balances the retain above: the mailbox lives as long as the thread.
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
      run(Unmanaged<CurlMailbox>.fromOpaque(context).takeRetainedValue())
    }

    private static func run(_ mailbox: CurlMailbox) {
      do throws(AuthError) {
        try CurlLibrary.load(mailbox.library)
        guard let loop = CurlLoop(mailbox: mailbox) else {
          throw AuthError(.internalError, "libcurl could not be set up: no memory.")
        }
        loop.run()
      } catch {
        mailbox.fail(error)
      }
    }
  }
#endif
