import AuthCore
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What of this machine everything needs.
enum SystemExamination {
  static func findings(storage: StorageConfiguration?) -> [Finding] {
    [library, tpm(isNeeded: storage?.keys == "tpm")]
  }

  private static var library: Finding {
    do throws(AuthError) {
      return Finding("system", .good, try SystemTransport.libraryVersion())
    } catch {
      return Finding("system", error)
    }
  }

  /// The kernel's resource manager for TPM 2.0 (`/dev/tpmrm0`), which lets several programs share one.
  private static func tpm(isNeeded: Bool) -> Finding {
    let device = "/dev/tpmrm0"
    guard FileManager.default.fileExists(atPath: device) else {
      return isNeeded
        ? Finding(
          "system", .bad, "storage.keys is 'tpm', and there is no \(device)",
          remedy: "switch the TPM on in the firmware, or set storage.keys to 'automatic'", exitStatus: 74)
        : Finding("system", .skipped, "no TPM at \(device); keys are kept in files")
    }
    guard FileManager.default.isReadableFile(atPath: device), FileManager.default.isWritableFile(atPath: device) else {
      return Finding(
        "system", isNeeded ? .bad : .warning, "\(device) is there, and this user may not use it",
        remedy: "add the user to the group 'tss', or to the one that owns \(device)", exitStatus: 74)
    }
    return Finding("system", .good, "a TPM at \(device)")
  }
}
