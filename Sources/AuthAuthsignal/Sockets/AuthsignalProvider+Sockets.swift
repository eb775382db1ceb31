import AuthCore

extension AuthsignalProvider {
  /// Makes QR code flows (`qr`) use a WebSocket, as in the vendor's browser SDK, instead of polling every three
  /// seconds.
  ///
  /// - Parameter opener: opens a WebSocket; nil switches back to polling.
  public func useSockets(_ opener: AuthsignalSocketOpener?) { sockets.set(opener) }
}
