import AuthCore

/// Examines the configuration file and the provider that it selects.
enum ConfigurationFileCheck {
  static func findings(_ invocation: Invocation) -> (findings: [Finding], configuration: AuthConfiguration?) {
    let area = "configuration"
    let path = invocation.configurationPath
    do throws(AuthError) {
      let check = try AuthConfiguration.check(
        contentsOf: path, plugins: invocation.plugins, profile: invocation.arguments.value("profile"),
        environment: invocation.environment)
      var findings = check.faults.map { Finding(area, .bad, $0.message) }
      for block in check.blocks where !block.isLinked {
        findings.append(Finding(area, .skipped, "$.providers.\(block.id): type '\(block.type)' is not linked here"))
      }
      guard check.faults.isEmpty else { return (findings, nil) }
      let configuration = try invocation.configuration()
      _ = try invocation.client()
      findings.insert(
        Finding(area, .good, "\(path): '\(configuration.provider)' signs users in; blocks read: \(check.blocks.count)"),
        at: 0)
      return (findings, configuration)
    } catch {
      let remedy = "name a file with --config, or write one with 'latchkey sandbox --write-config FILE'"
      return ([Finding(area, error, remedy: remedy)], nil)
    }
  }
}
