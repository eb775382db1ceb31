import AuthCore

extension AuthsignalProvider {
  /// Follows QR codes (`qr`) over a WebSocket, as the vendor's browser SDK does, instead of polling every three
  /// seconds; nil switches back to polling.
  ///
  /// - Parameter opener: opens a WebSocket; the app supplies it.
  public func useSockets(_ opener: AuthsignalSocketOpener?) { sockets.set(opener) }
}
