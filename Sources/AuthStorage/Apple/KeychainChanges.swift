#if canImport(Security)
  import AuthCore
  import Dispatch
  import notify

  /// Tells the processes that share a service's items when one of them was changed, by a notification of the system
  /// (notify(3)): the keychain itself tells of no change.
  ///
  /// A notification carries nothing but its name. An app that is suspended gets those of that time as one when it goes on.
  final class KeychainChanges: Sendable {
    private let name: String
    private let news: StoreChanges
    /// The system's name for this registration; nil before the first reader, and where the system refuses.
    private let token = Locked<Int32?>(nil)

    init(service: String) {
      name = "latchkey.changes." + service
      news = StoreChanges()
    }

    deinit {
      if let token = token.withLock({ $0 }) { notify_cancel(token) }
    }

    /// Items were changed here.
    func post() {
      news.note()
      notify_post(name)
    }

    /// Grows with every change; nil while nothing can be heard.
    var revision: UInt64? { begin() ? news.count : nil }

    /// An element after changes; nil while nothing can be heard.
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
