/// A decoded credential on a page, with its verdict.
enum CredentialPanel {
  /// Returns the panel. A token that the response issued has no verdict.
  static func markup(_ line: RequestDetail.Line, isIssued: Bool) -> Markup {
    """
    <section class="credential \(style(line.verdict, isIssued))">
    <h3>\(line.name) \(isIssued ? "" : verdict(line.verdict))</h3>
    <pre>\(line.content)</pre>
    </section>

    """
  }

  /// Returns the credential for a row of the request log: its name and verdict, and its content in a closed element.
  static func summary(_ line: RequestDetail.Line) -> Markup {
    """
    <details><summary>\(tag(line))</summary><pre>\(line.content)</pre></details>\(reason(line.verdict))
    """
  }

  private static func tag(_ line: RequestDetail.Line) -> Markup {
    switch line.verdict {
    case .verified: "<span class=\"tag good\">\(line.name): verified</span>"
    case .refused: "<span class=\"tag bad\">\(line.name): refused</span>"
    case .unchecked: "<span class=\"tag\">\(line.name): not checked</span>"
    }
  }

  private static func reason(_ verdict: SandboxCredential.Verdict) -> Markup {
    guard case .refused(let reason) = verdict else { return "" }
    return "<p class=\"reason\">\(reason)</p>"
  }

  private static func verdict(_ verdict: SandboxCredential.Verdict) -> Markup {
    switch verdict {
    case .verified: "<span class=\"good\">verified</span>"
    case .refused(let reason): "<span class=\"bad\">refused: \(reason)</span>"
    case .unchecked: "<span class=\"soft\">not checked</span>"
    }
  }

  private static func style(_ verdict: SandboxCredential.Verdict, _ isIssued: Bool) -> String {
    if isIssued { return "issued" }
    return switch verdict {
    case .verified: "verified"
    case .refused: "refused"
    case .unchecked: "unchecked"
    }
  }
}
