import AuthCore
import AuthTerminal

extension Command {
  static let completion = Command(
    "completion", operands: "SHELL", operandCount: 1...1,
    summary: "Print a completion script for bash, zsh, fish or PowerShell",
    discussion: """
      The script asks latchkey for commands, options, providers, profiles, methods and accounts. Descriptions are in the
      language of LANG.

      To load the script in every shell:

        bash        in ~/.bashrc: source <(latchkey completion bash)
        zsh         in ~/.zshrc, after compinit: source <(latchkey completion zsh)
        fish        once: latchkey completion fish > ~/.config/fish/completions/latchkey.fish
        powershell  in $PROFILE: latchkey completion powershell | Out-String | Invoke-Expression
      """,
    nextOperand: { $0.isEmpty ? .words(CompletionScript.allCases.map(\.rawValue)) : nil }
  ) { (invocation) throws(AuthError) in
    let name = invocation.arguments.operand(0) ?? ""
    guard let shell = CompletionScript(rawValue: name) else {
      let nearest = NearestName.find(name, in: CompletionScript.allCases.map(\.rawValue))
      throw AuthError(
        .invalidRequest,
        "There is no completion for '\(name)'"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "; use bash, zsh, fish or powershell."))
    }
    Output.out(TerminalText(trusted: shell.text))
    return 0
  }
}
