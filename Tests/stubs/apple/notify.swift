// swift-format-ignore-file
// Apple's names, in Apple's forms.

import Dispatch

public let NOTIFY_STATUS_OK: UInt32 = 0
public typealias notify_handler_t = (Int32) -> Void
@discardableResult public func notify_post(_ name: UnsafePointer<CChar>) -> UInt32 { 0 }
@discardableResult public func notify_cancel(_ token: Int32) -> UInt32 { 0 }
public func notify_register_dispatch(
  _ name: UnsafePointer<CChar>, _ token: UnsafeMutablePointer<Int32>, _ queue: DispatchQueue,
  _ handler: @escaping notify_handler_t
) -> UInt32 { 0 }
