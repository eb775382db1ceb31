import AuthCore
import AuthUI

/// Examines the configuration file and the provider that it selects.
enum ConfigurationFileCheck {
  /// - Returns: the findings, and what the further checks use; nil if the configuration cannot be used.
  static func findings(_ invocation: Invocation) -> (findings: [Finding], storage: AppStorage?) {
    let area = "configuration"
    let path = invocation.configurationPath
    do throws(AuthError) {
      let check = try AuthConfiguration.check(
        contentsOf: path, plugins: invocation.plugins, profile: invocation.arguments.value("profile"),
        environment: invocation.environment)
      var findings = check.faults.map { Finding(area, .bad, .verbatim($0.message)) }
      for block in check.blocks where !block.isLinked {
        let skipped = Phrase(
          "command.doctor.notLinked", ["path": .text("$.providers.\(block.id)"), "type": .text(block.type)])
        findings.append(Finding(area, .skipped, skipped))
      }
      guard check.faults.isEmpty else { return (findings, nil) }
      let storage = AppStorage(try invocation.configuration())
      let configuration = storage.configuration
      _ = try invocation.client(for: configuration)
      for (path, kind) in storage.unchecked {
        let skipped = Phrase("command.doctor.appStorage", ["path": .text(path), "kind": .text(kind)])
        findings.append(Finding(area, .skipped, skipped))
      }
      let good = Phrase(
        "command.doctor.configuration",
        [
          "path": .text(path), "provider": .text("\(configuration.provider)"), "count": .number(check.blocks.count),
        ])
      findings.insert(Finding(area, .good, good), at: 0)
      return (findings, storage)
    } catch {
      return ([Finding(area, error, remedy: Phrase("command.doctor.configuration.remedy"))], nil)
    }
  }
}
