import AuthCore
import CLibMicroHTTPD

/// The functions that libmicrohttpd calls: `notify` on the listening thread, the others on the connection's own thread.
/// A request's slot holds a retained `IncomingRequest` from the request line until the response was sent.
enum DaemonCallbacks {
  static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
      _, target, _ in
      Unmanaged.passRetained(IncomingRequest(target: target.map { String(cString: $0) } ?? "")).toOpaque()
    }

  static let notify: MHD_NotifyConnectionCallback = { context, connection, _, code in
    guard let context, let connection else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
      core.opened(id(connection), socket: backend_socket(connection))
    } else {
      core.closed(id(connection))
    }
  }

  static let complete: MHD_RequestCompletedCallback = { _, _, slot, _ in
    guard let slot, let pointer = slot.pointee else { return }
    Unmanaged<IncomingRequest>.fromOpaque(pointer).release()
    slot.pointee = nil
  }

  static let handle: MHD_AccessHandlerCallback = { context, connection, _, method, _, data, size, slot in
    guard let context, let connection, let method, let size, let pointer = slot?.pointee else { return .NO }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let request = Unmanaged<IncomingRequest>.fromOpaque(pointer).takeUnretainedValue()
    switch request.phase {
    case .head:
      request.phase = .body
      MHD_get_connection_values(connection, .HEADER_KIND, field, pointer)
      return begin(request, on: connection, core)
    case .body where size.pointee > 0:
      let piece = UnsafeRawBufferPointer(start: data, count: size.pointee)
      size.pointee = 0
      return request.append(piece) ? .YES : .NO
    case .body:
      return answer(request, method: String(cString: method), on: connection, core)
    }
  }

  private static let field: MHD_KeyValueIterator = { request, _, name, value in
    guard let request, let name else { return .YES }
    Unmanaged<IncomingRequest>.fromOpaque(request).takeUnretainedValue()
      .headers.add(String(cString: name), value.map { String(cString: $0) } ?? "")
    return .YES
  }

  private static func id(_ connection: OpaquePointer) -> Connections.ID { UInt(bitPattern: connection) }

  /// Refuses a request whose body cannot or need not be read, and otherwise lets libmicrohttpd read the body.
  private static func begin(
    _ request: IncomingRequest, on connection: OpaquePointer, _ core: ServerCore
  ) -> MHD_Result {
    do throws(RequestRefusal) {
      let length = try RequestHead(target: request.target, headers: request.headers).length ?? 0
      if length > ServerLimits.body { request.refusal = .bodyTooLarge }
      let isExpected = request.headers["Expect"] == nil && length <= ServerLimits.discarded
      if let refusal = request.refusal, !isExpected { throw refusal }
      return .YES
    } catch {
      return send(error.response, closing: true, on: connection, core)
    }
  }

  private static func answer(
    _ request: IncomingRequest, method: String, on connection: OpaquePointer, _ core: ServerCore
  ) -> MHD_Result {
    do throws(RequestRefusal) {
      if let refusal = request.refusal { throw refusal }
      guard let handler = try core.beginResponse(on: id(connection)) else { return .NO }
      let response: BackendResponse
      switch handler(BackendRequest(method, request.target, headers: request.headers, body: request.body)) {
      case .ready(let ready): response = ready
      case .later(let make): response = wait(for: make)
      }
      return send(response, on: connection, core)
    } catch {
      return send(error.response, closing: true, on: connection, core)
    }
  }

  /// Blocks the connection's thread, which is not one of Swift's pool.
  private static func wait(for make: @escaping @Sendable () async -> BackendResponse) -> BackendResponse {
    let made = Guarded<BackendResponse?>(nil)
    Task {
      let response = await make()
      made.change { $0 = response }
    }
    while true {
      made.wait { $0 != nil }
      if let response = made.withLock({ $0 }) { return response }
    }
  }

  private static func send(
    _ response: BackendResponse, closing: Bool = false, on connection: OpaquePointer, _ core: ServerCore
  ) -> MHD_Result {
    let isLast = core.endResponse(on: id(connection)) || closing
    let queued = response.content.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let queued else { return .NO }
    defer { MHD_destroy_response(queued) }
    MHD_add_response_header(queued, "Content-Type", response.contentType)
    if response.headers["Cache-Control"] == nil { MHD_add_response_header(queued, "Cache-Control", "no-store") }
    if isLast { MHD_add_response_header(queued, "Connection", "close") }
    // libmicrohttpd adds no field with a line break.
    for field in response.headers.fields { MHD_add_response_header(queued, field.name, field.value) }
    return MHD_queue_response(connection, UInt32(response.status), queued)
  }
}
