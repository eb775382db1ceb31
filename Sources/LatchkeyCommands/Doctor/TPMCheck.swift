import AuthCore
import AuthStorageTPM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the TPM that the configuration names (`storage.tpm.connection`), even when the configuration keeps nothing in
/// it.
struct TPMCheck {
  private let area = "system"
  private let storage: StorageConfiguration?
  private let sources: ConfigurationSources?

  init(_ configuration: AuthConfiguration?) {
    storage = configuration?.storage
    sources = configuration?.sources
  }

  func findings() async -> [Finding] {
    do throws(AuthError) {
      return [await finding(connection: try connection() ?? TPM.standardConnection)]
    } catch {
      return [Finding(area, error)]
    }
  }

  private func connection() throws(AuthError) -> String? {
    guard let block = storage?.blocks["tpm"], let sources else { return nil }
    var reader = ConfigurationReader(block, path: "$.storage.tpm", sources: sources)
    return try reader.optionalString("connection")
  }

  /// The keys of the configuration that require a TPM.
  private var uses: [String] {
    guard let storage else { return [] }
    return [
      storage.keys == "tpm" ? "storage.keys" : nil, storage.wrappingKey == "tpm" ? "storage.wrappingKey" : nil,
      storage.formerWrappingKeys.contains("tpm") ? "storage.formerWrappingKeys" : nil,
    ].compactMap { $0 }
  }

  private func finding(connection: String) async -> Finding {
    let device = connection.hasPrefix("device:") ? String(connection.dropFirst("device:".count)) : nil
    if let device, let finding = missing(device) { return finding }
    guard let use = uses.first else {
      return Finding(
        area, device == nil ? .skipped : .good,
        device.map { "a TPM at \($0)" } ?? "nothing is kept in the TPM '\(connection)'")
    }
    do throws(AuthError) {
      try await TPM(connection: connection).reach()
      return Finding(area, .good, "a TPM at \(device ?? connection), as \(use) requires")
    } catch {
      return Finding(
        area, .bad, "\(use) is 'tpm': \(error.message)",
        remedy: "to use another TPM, set storage.tpm.connection (now '\(connection)')", exitStatus: 74)
    }
  }

  /// The finding for a kernel device that cannot be used; nil if the device can be opened.
  private func missing(_ device: String) -> Finding? {
    guard FileManager.default.fileExists(atPath: device) else {
      return uses.first.map {
        Finding(
          area, .bad, "\($0) is 'tpm', but there is no \(device)",
          remedy:
            "enable the TPM in the firmware, name another in storage.tpm.connection, or set \($0) to another kind",
          exitStatus: 74)
      } ?? Finding(area, .skipped, "no TPM at \(device); keys are kept in files")
    }
    guard FileManager.default.isReadableFile(atPath: device), FileManager.default.isWritableFile(atPath: device) else {
      return Finding(
        area, uses.isEmpty ? .warning : .bad, "\(device) exists, but this user may not use it",
        remedy: "add the user to the group that owns \(device), often 'tss'", exitStatus: 74)
    }
    return nil
  }
}
