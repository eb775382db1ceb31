import AuthCore

extension AuthError.Code {
  /// The command line's exit status for this code (`sysexits.h`).
  var exitStatus: Int32 {
    switch kind {
    case .refused: 77
    case .transient: 75
    case .configuration: 78
    case .storage: 74
    case .usage: 64
    case .fault: 70
    }
  }
}
