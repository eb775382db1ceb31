#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// The thread that runs libcurl for one mailbox.
  enum CurlThread {
    /// Starts the thread. The thread ends when the mailbox is stopped, or when libcurl cannot be used.
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
