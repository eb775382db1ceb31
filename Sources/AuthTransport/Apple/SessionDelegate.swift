#if canImport(Darwin)
  import AuthCore
  import Foundation

  /// Receives the events of a `URLSession`, one at a time, on the session's delegate queue.
  final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges: SessionExchanges

    init(_ exchanges: SessionExchanges) { self.exchanges = exchanges }

    // With nil, URLSession returns the 3xx response. `RedirectRules` decides about redirects.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      guard let answer = response as? HTTPURLResponse else { return completionHandler(.cancel) }
      var headers = HTTPHeaders()
      for (name, value) in answer.allHeaderFields {
        if let name = name as? String, let value = value as? String { headers.add(name, value) }
      }
      exchanges.receive(dataTask.taskIdentifier, status: answer.statusCode, headers: headers)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      if !exchanges.receive(dataTask.taskIdentifier, [UInt8](data)) { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      exchanges.finish(task.taskIdentifier, error.map { $0 as? URLError ?? URLError(.unknown) })
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust else {
        // The transport does not send passwords or client certificates. After the rejection, a 401 is an ordinary
        // response.
        return completionHandler(.rejectProtectionSpace, nil)
      }
      if let refusal = exchanges.trust.refusal(of: trust, host: space.host) {
        exchanges.refuse(task.taskIdentifier, refusal)
        completionHandler(.cancelAuthenticationChallenge, nil)
      } else {
        completionHandler(.useCredential, URLCredential(trust: trust))
      }
    }
  }
#endif
