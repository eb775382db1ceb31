import AuthCore

extension AuthsignalProvider {
  /// Has pictures (`qr`) be told over a WebSocket when they are scanned and decided, as the vendor's browser SDK does,
  /// rather than asked about every three seconds; nil asks again.
  ///
  /// - Parameter opener: opens one; the app's own.
  public func useSockets(_ opener: AuthsignalSocketOpener?) { sockets.set(opener) }
}
