import AuthCore
import CMicroHTTPD

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The functions that libmicrohttpd calls on its own thread. A request's slot holds a retained `ServerRequest` from the
/// request line until the request is complete.
enum ServerCallbacks {
  static let begin: lk_mhd_begin_cb = { context, target, _ in
    guard let context, let target else { return nil }
    Unmanaged<ServerTraffic>.fromOpaque(context).takeUnretainedValue().begin()
    return Unmanaged.passRetained(ServerRequest(target: String(cString: target))).toOpaque()
  }

  static let complete: lk_mhd_complete_cb = { context, _, slot, _ in
    guard let context, let slot, let pointer = slot.pointee else { return }
    let traffic = Unmanaged<ServerTraffic>.fromOpaque(context).takeUnretainedValue()
    Unmanaged<ServerRequest>.fromOpaque(pointer).takeRetainedValue().socket?.abandon()
    slot.pointee = nil
    traffic.end()
  }

  static let handle: lk_mhd_handle_cb = { context, connection, _, method, _, data, size, slot in
    guard let context, let connection, let method, let size, let pointer = slot?.pointee else { return 0 }
    let traffic = Unmanaged<ServerTraffic>.fromOpaque(context).takeUnretainedValue()
    let request = Unmanaged<ServerRequest>.fromOpaque(pointer).takeUnretainedValue()
    switch request.phase {
    case .head:
      lk_mhd_fields(connection, field, pointer)
      request.phase = .body
      return 1
    case .body where size.pointee > 0:
      data?.withMemoryRebound(to: UInt8.self, capacity: size.pointee) {
        request.append(UnsafeBufferPointer(start: $0, count: size.pointee))
      }
      size.pointee = 0
      return 1
    case .body:
      return answer(request, method: String(cString: method), connection, traffic)
    case .preparing(let prepared):
      return answer(prepared.value, of: request, connection, traffic)
    case .held(let exchange):
      return send(exchange, of: request, connection, traffic)
    }
  }

  /// Called when the response with status 101 was sent: from then on the connection belongs to the socket's thread. If
  /// the request has no socket, closes the connection.
  private static let upgraded: lk_mhd_upgrade_cb = { _, _, slot, extra, size, socket, handle in
    guard let handle else { return }
    guard let slot, let line = Unmanaged<ServerRequest>.fromOpaque(slot).takeUnretainedValue().socket else {
      return lk_mhd_upgrade_close(handle)
    }
    let early = extra.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? []
    line.start(socket, handle: handle, early: early)
  }

  private static let field: lk_mhd_field_cb = { context, _, name, value in
    guard let context, let name else { return 1 }
    Unmanaged<ServerRequest>.fromOpaque(context).takeUnretainedValue()
      .headers.add(String(cString: name), value.map { String(cString: $0) } ?? "")
    return 1
  }

  private static func answer(
    _ request: ServerRequest, method: String, _ connection: UnsafeMutableRawPointer, _ traffic: ServerTraffic
  ) -> Int32 {
    // Without the body if it was too large.
    let complete = SandboxRequest(method, request.target, headers: request.headers, body: request.body)
    // Before everything else: a page that reached this server by DNS rebinding learns nothing from the response.
    if let refusal = LoopbackGate.misdirected(complete, baseURL: traffic.sandbox.baseURL) {
      return send(SandboxExchange(response: refusal), of: request, connection, traffic)
    }
    if request.isTooLarge {
      let refusal = SandboxResponse.refusal(
        413, "too_large", "The body is larger than \(SandboxServer.bodyLimit) bytes. Send a smaller one.")
      let response = traffic.sandbox.refused(complete, refusal)
      return send(SandboxExchange(response: response), of: request, connection, traffic)
    }
    guard traffic.sandbox.needsPreparation(complete) else { return answer(complete, of: request, connection, traffic) }
    let prepared = PreparedRequest(complete)
    request.phase = .preparing(prepared)
    lk_mhd_suspend(connection)
    let address = UInt(bitPattern: connection)
    traffic.prepare(prepared) { lk_mhd_resume(UnsafeMutableRawPointer(bitPattern: address)) }
    return 1
  }

  private static func answer(
    _ complete: SandboxRequest, of request: ServerRequest, _ connection: UnsafeMutableRawPointer,
    _ traffic: ServerTraffic
  ) -> Int32 {
    let exchange = traffic.sandbox.exchange(complete)
    guard exchange.delay > .zero else { return send(exchange, of: request, connection, traffic) }
    request.phase = .held(exchange)
    lk_mhd_suspend(connection)
    let address = UInt(bitPattern: connection)
    traffic.hold(for: exchange.delay) { lk_mhd_resume(UnsafeMutableRawPointer(bitPattern: address)) }
    return 1
  }

  /// Queues the exchange's response, with a `Date` field from the sandbox's clock. If the exchange has no response,
  /// returns 0, which closes the connection.
  private static func send(
    _ exchange: SandboxExchange, of request: ServerRequest, _ connection: UnsafeMutableRawPointer,
    _ traffic: ServerTraffic
  ) -> Int32 {
    guard var response = exchange.response else { return 0 }
    if let id = response.socket {
      request.socket = traffic.sockets.open(id, sandbox: traffic.sandbox)
      if request.socket == nil {
        traffic.sandbox.detach(id)
        response = .refusal(
          503, "too_many_sockets",
          "The WebSocket was not opened. If \(ServerSockets.limit) WebSockets are open or the process has no free file "
            + "descriptors, close one. If the sandbox was reset during the handshake, connect again. If the sandbox is "
            + "stopping, connect after it has been restarted.")
      }
    }
    let queued =
      response.socket != nil
      ? lk_mhd_upgrade_response(upgraded)
      : response.body.withUnsafeBytes { bytes in
        exchange.isTruncated
          ? lk_mhd_truncated_response(bytes.baseAddress, bytes.count) : lk_mhd_response(bytes.baseAddress, bytes.count)
      }
    for header in response.headers.fields { _ = lk_mhd_add_field(queued, header.name, header.value) }
    _ = lk_mhd_add_field(queued, "Date", HTTPDate.encode(traffic.sandbox.now))
    return lk_mhd_answer(connection, UInt32(response.status), queued)
  }
}
