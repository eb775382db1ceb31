// swift-format-ignore-file
// What Swift adds to the C library in its modules `Musl` and `Android`, as far as this package uses it. Both come from
// the files that also make the module `Glibc` of this toolchain.

#if canImport(Glibc)
  #error("Glibc can be imported, so that its branches would be checked in place of the system's.")
#endif

#if os(Android)
  @_exported import SwiftAndroid
#else
  @_exported import SwiftMusl
#endif

public var errno: Int32 {
  get { 0 }
  set {}
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ base: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func openat(_ base: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
