import AuthCore
import AuthTransport
import AuthUI

/// Checks the libraries of this machine.
enum SystemCheck {
  static func findings(_ configuration: AuthConfiguration?) async -> [Finding] {
    [library] + (await TPMCheck(configuration).findings())
  }

  private static var library: Finding {
    do throws(AuthError) {
      return Finding("system", .good, .verbatim(try SystemTransport.libraryVersion()))
    } catch {
      return Finding("system", error)
    }
  }
}
