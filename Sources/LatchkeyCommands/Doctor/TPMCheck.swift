import AuthCore
import AuthStorageTPM
import AuthUI

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

  private func text(_ name: String, _ arguments: [String: Phrase.Argument]) -> Phrase {
    Phrase("command.doctor.tpm." + name, arguments)
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
        device.map { text("found", ["device": .text($0)]) } ?? text("unused", ["device": .text(connection)]))
    }
    do throws(AuthError) {
      try await TPM(connection: connection).reach()
      return Finding(area, .good, text("required", ["device": .text(device ?? connection), "key": .text(use)]))
    } catch {
      return Finding(
        area, .bad, text("failed", ["key": .text(use), "message": .text(error.message)]),
        remedy: text("failed.remedy", ["device": .text(connection)]), exitStatus: 74)
    }
  }

  /// The finding for a kernel device that cannot be used; nil if the device can be opened.
  private func missing(_ device: String) -> Finding? {
    guard FileManager.default.fileExists(atPath: device) else {
      return uses.first.map { use in
        let arguments: [String: Phrase.Argument] = ["key": .text(use), "device": .text(device)]
        return Finding(
          area, .bad, text("missing", arguments), remedy: text("missing.remedy", arguments), exitStatus: 74)
      } ?? Finding(area, .skipped, text("none", ["device": .text(device)]))
    }
    guard FileManager.default.isReadableFile(atPath: device), FileManager.default.isWritableFile(atPath: device) else {
      return Finding(
        area, uses.isEmpty ? .warning : .bad, text("forbidden", ["device": .text(device)]),
        remedy: text("forbidden.remedy", ["device": .text(device)]), exitStatus: 74)
    }
    return nil
  }
}
