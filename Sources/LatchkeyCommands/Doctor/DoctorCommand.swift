import AuthCore
import AuthRuntime
import AuthTerminal
import AuthUI

extension Command {
  static let doctor = Command(
    "doctor", summary: "Check the whole set-up, and say what to fix",
    discussion: """
      Checks the configuration, the libraries, the state directory, every endpoint (reachability, TLS, clock
      difference), the association files of passkeys' relying parties, and the TPM. It changes nothing and signs no
      user in.
      """
  ) { (invocation) throws(AuthError) in
    var report = DoctorReport(invocation)
    let examined = ConfigurationFileCheck.findings(invocation)
    report.add(examined.findings)
    report.add(await SystemCheck.findings(examined.storage?.configuration))
    if let storage = examined.storage {
      let configuration = storage.configuration
      // The stores of an app are not on this machine.
      if storage.unchecked.isEmpty { report.add(await StorageCheck(configuration).findings(invocation)) }
      let spinner = Spinner(invocation.text(Phrase("command.doctor.contacting")))
      let services = try? ClientServices.standard(for: configuration, storage: LinkedStorage.plugins)
      let network = await NetworkCheck(
        configuration, plugins: invocation.plugins, services?.provider.transport
      ).findings()
      await spinner.stop()
      report.add(network)
    }
    return report.end()
  }
}

/// Prints the findings of each area as soon as the area has been checked.
private struct DoctorReport {
  private let invocation: Invocation
  private let style = Style.output
  private var area = ""
  private var worst: Int32 = 0

  init(_ invocation: Invocation) { self.invocation = invocation }

  mutating func add(_ findings: [Finding]) {
    for finding in findings {
      if finding.area != area, !invocation.isJSON {
        Output.line(
          "\(area.isEmpty ? "" : "\n" as TerminalText)"
            + style.bold(invocation.text(Phrase("command.doctor.area.\(finding.area)"))))
      }
      area = finding.area
      invocation.report(finding.json, finding.text(style, in: invocation.catalog))
      if finding.verdict == .bad, worst == 0 { worst = finding.exitStatus }
    }
  }

  /// Prints the summary. Returns the exit status of the first bad finding; 0 without one.
  func end() -> Int32 {
    let summary =
      worst == 0
      ? style.green(invocation.text(Phrase("command.doctor.nothingToFix")))
      : style.red(invocation.text(Phrase("command.doctor.toFix")))
    if !invocation.isJSON { Output.line("\n" + summary) }
    return worst
  }
}
