import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines in ROOT/marks, which the recorder puts among the changes of the disk, in order.
struct Marks: Sendable {
  private let file: Int32

  init(root: String) throws(AuthError) {
    file = open(root + "/marks", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw AuthError(.internalError, "\(root)/marks could not be opened. Check the directory.") }
  }

  func add(_ what: String, _ members: JSONObject = [:]) {
    var members = members
    members["what"] = .string(what)
    let bytes = JSONValue.object(members).serialized
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }
}
