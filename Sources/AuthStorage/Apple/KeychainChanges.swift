#if canImport(Security)
  import AuthCore
  import Dispatch
  import notify

  /// Exchanges notifications of changes with the other processes that share a service's items, because the keychain
  /// does not report changes. This object posts a system notification (notify(3)) after each change by this process,
  /// and receives the notifications of the other processes.
  ///
  /// A notification contains only its name. When a suspended app resumes, it receives all notifications since its
  /// suspension as one.
  final class KeychainChanges: Sendable {
    private let name: String
    private let news: ChangeCounter
    /// The system's token of this registration; nil before the first reader, and if the registration failed.
    private let token = Locked<Int32?>(nil)

    init(service: String) {
      name = "latchkey.changes." + service
      news = ChangeCounter()
    }

    deinit {
      if let token = token.withLock({ $0 }) { notify_cancel(token) }
    }

    /// Posts a notification that this process changed items.
    func post() {
      news.note()
      notify_post(name)
    }

    /// A count that grows with every change; nil if the system refuses the registration.
    var revision: UInt64? { begin() ? news.count : nil }

    /// Returns a stream with one element after one or more changes; nil if the system refuses the registration.
    func changes() -> AsyncStream<Void>? { begin() ? news.stream() : nil }

    private func begin() -> Bool {
      token.withLock { token in
        if token != nil { return true }
        var registered: Int32 = 0
        let status = notify_register_dispatch(name, &registered, DispatchQueue.global(qos: .utility)) { [news] _ in
          news.note()
        }
        guard status == NOTIFY_STATUS_OK else { return false }
        token = registered
        return true
      }
    }
  }
#endif
