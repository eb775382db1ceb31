#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// The result of an exchange, for the caller that waits for it.
  typealias CurlResult = Result<TransportResponse, AuthError>

  /// An exchange that a caller passes to the HTTP thread.
  struct CurlJob: Sendable {
    let id: UInt64
    let exchange: Exchange
    let continuation: CheckedContinuation<CurlResult, Never>
  }

  /// The queue between the callers and the HTTP thread, which share nothing else. It contains no libcurl handle, so the
  /// handles never leave the thread.
  final class CurlMailbox: Sendable {
    private struct State {
      var jobs: [CurlJob] = []
      var cancelled: [UInt64] = []
      var lastID: UInt64 = 0
      var isStarted = false
      /// Whether the thread was signalled and has not read the queue since. One signal suffices for all new entries.
      var isRung = false
      var isStopped = false
      var failure: AuthError?
    }

    /// The entries that the thread reads at a time.
    struct Delivery: Sendable {
      let jobs: [CurlJob]
      let cancelled: [UInt64]
      let isStopped: Bool
    }

    let options: TransportOptions
    let library: String
    /// The eventfd that wakes the thread, which otherwise waits for its sockets.
    let event: Int32
    private let state = Locked(State())

    init(options: TransportOptions, library: String) {
      self.options = options
      self.library = library
      event = lk_event_open()
    }

    deinit { if event >= 0 { lk_event_close(event) } }

    /// Performs an exchange on the thread, and waits for the result.
    func perform(_ exchange: Exchange) async throws(AuthError) -> TransportResponse {
      if Task.isCancelled {
        throw AuthError(
          .cancelled,
          "The request was cancelled before it was sent. Send it again if you still need the "
            + "response.")
      }
      let id = state.withLock { state in
        state.lastID += 1
        return state.lastID
      }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          post(CurlJob(id: id, exchange: exchange, continuation: continuation))
          // The cancellation handler may have run before the job was posted.
          if Task.isCancelled { cancel(id) }
        }
      } onCancel: {
        cancel(id)
      }
      return try result.get()
    }

    /// Stops the thread. Exchanges in progress fail with `cancelled`.
    func stop() {
      let ring = state.withLock { state in
        state.isStopped = true
        return state.isStarted
      }
      if ring { lk_event_signal(event) }
    }

    /// Returns all entries since the last call.
    func collect() -> Delivery {
      lk_event_drain(event)
      return state.withLock { state in
        let delivery = Delivery(jobs: state.jobs, cancelled: state.cancelled, isStopped: state.isStopped)
        state.jobs.removeAll(keepingCapacity: true)
        state.cancelled.removeAll(keepingCapacity: true)
        state.isRung = false
        return delivery
      }
    }

    /// Ends all present and future exchanges with `error`, because the thread cannot run.
    func fail(_ error: AuthError) {
      let jobs = state.withLock { state in
        state.failure = error
        let jobs = state.jobs
        state.jobs = []
        return jobs
      }
      for job in jobs { job.continuation.resume(returning: .failure(error)) }
    }

    private enum Step { case none, ring, start, fail(AuthError) }

    private func post(_ job: CurlJob) {
      let step: Step = state.withLock { state in
        if let failure = state.failure { return .fail(failure) }
        state.jobs.append(job)
        guard state.isStarted else {
          state.isStarted = true
          return .start
        }
        let wasRung = state.isRung
        state.isRung = true
        return wasRung ? .none : .ring
      }
      switch step {
      case .none: break
      case .ring: lk_event_signal(event)
      case .start: start()
      case .fail(let error): job.continuation.resume(returning: .failure(error))
      }
    }

    private func start() {
      if event < 0 {
        fail(
          AuthError(
            .internalError,
            "The system has no file descriptor left for the HTTP thread. Raise the limit on open files, and start this "
              + "program again."))
      } else if let failure = CurlLoop.start(self) {
        fail(failure)
      }
    }

    private func cancel(_ id: UInt64) {
      let ring = state.withLock { state in
        state.cancelled.append(id)
        let wasRung = state.isRung
        state.isRung = true
        return state.isStarted && !wasRung
      }
      if ring { lk_event_signal(event) }
    }
  }
#endif
