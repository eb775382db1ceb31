/// A shell's completion script. It asks the program, with `__complete`, what can stand at the cursor: the program knows
/// its commands, and reads the providers, the profiles and the accounts of the configuration.
///
/// The last argument is the word at the cursor after a full stop, because some shells drop an empty argument.
enum CompletionScript: String, CaseIterable {
  case bash
  case zsh
  case fish
  case powershell

  /// The first word with which a script asks.
  static let question = "__complete"

  /// The script.
  var text: String {
    switch self {
    case .bash:
      """
      _latchkey() {
        local line current=${COMP_WORDS[COMP_CWORD]} IFS=$'\\n'
        [[ $current == '=' ]] && current=
        COMPREPLY=()
        for line in $("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" ".${COMP_WORDS[COMP_CWORD]}" 2>/dev/null); do
          if [[ $line == :files ]]; then
            COMPREPLY+=($(compgen -f -- "$current"))
          else
            line=${line%%$'\\t'*}
            [[ $line == --*=* ]] && [[ $current != --* ]] && line=${line#*=}
            COMPREPLY+=("$line")
          fi
        done
      }
      complete -o filenames -F _latchkey latchkey

      """
    case .zsh:
      """
      #compdef latchkey
      _latchkey() {
        local line value
        local -a items
        for line in ${(f)"$($words[1] __complete "${(@)words[2,CURRENT-1]}" ".${words[CURRENT]}" 2>/dev/null)"}; do
          if [[ $line == :files ]]; then
            compset -P '--*='
            _files
            continue
          fi
          value=${line%%$'\\t'*}
          items+=("${value//:/\\\\:}:${line#*$'\\t'}")
        done
        (( $#items )) && _describe latchkey items
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _latchkey "$@"
      else
        compdef _latchkey latchkey
      fi

      """
    case .fish:
      """
      function __latchkey_complete
        set -l words (commandline -opc)
        $words[1] __complete $words[2..-1] .(commandline -ct) 2>/dev/null
      end
      complete -c latchkey -f -a '(__latchkey_complete | string match -v :files)'
      complete -c latchkey -n '__latchkey_complete | string match -q :files' -F

      """
    case .powershell:
      """
      Register-ArgumentCompleter -Native -CommandName latchkey -ScriptBlock {
        param($wordToComplete, $commandAst, $cursorPosition)
        $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
        $before = @($words | Select-Object -Skip 1)
        if ($wordToComplete -ne '' -and $before.Count -gt 0) { $before = @($before | Select-Object -SkipLast 1) }
        & $words[0] __complete @before ".$wordToComplete" 2>$null | ForEach-Object {
          $value, $text = $_ -split "`t", 2
          if ($value -ne ':files') {
            if (-not $text) { $text = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
          }
        }
      }

      """
    }
  }
}
