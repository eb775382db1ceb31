import FuzzTargets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target that the environment variable `LATCHKEY_FUZZ` names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["LATCHKEY_FUZZ"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    preconditionFailure("LATCHKEY_FUZZ must be one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

/// The entry point that libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
