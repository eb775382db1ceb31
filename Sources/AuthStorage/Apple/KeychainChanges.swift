#if canImport(Security)
  import AuthCore
  import Dispatch
  import notify

  /// Notifies the processes that share a service's items of changes, by a system notification (notify(3)), since the
  /// keychain itself reports no changes.
  ///
  /// A notification carries only its name. A suspended app gets all notifications of that time as one when it resumes.
  final class KeychainChanges: Sendable {
    private let name: String
    private let news: StoreChanges
    /// The system's token of this registration; nil before the first reader, and when the system refuses.
    private let token = Locked<Int32?>(nil)

    init(service: String) {
      name = "latchkey.changes." + service
      news = StoreChanges()
    }

    deinit {
      if let token = token.withLock({ $0 }) { notify_cancel(token) }
    }

    /// Posts that this process changed items.
    func post() {
      news.note()
      notify_post(name)
    }

    /// Grows with every change; nil while there is no registration.
    var revision: UInt64? { begin() ? news.count : nil }

    /// One element after changes; nil while there is no registration.
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
