/// The name of the environment variable that takes precedence over a key of the configuration:
/// `AUTH_TRANSPORT_TIMEOUT_SECONDS` for `$.transport.timeoutSeconds`.
enum EnvironmentName {
  /// Returns the name of the variable for the key at `path`.
  static func name(of path: String) -> String {
    let words = path.split(separator: ".").drop { $0 == "$" }.map { snakeCase(String($0)) }
    return (["AUTH"] + words).joined(separator: "_")
  }

  /// Returns a word in capitals: `apiBaseURL` becomes `API_BASE_URL`. Characters other than letters and digits become
  /// underscores.
  private static func snakeCase(_ word: String) -> String {
    let letters = Array(word)
    var result = ""
    for (index, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        result += "_"
        continue
      }
      let followsSmall = index > 0 && !letters[index - 1].isUppercase && letters[index - 1].isLetter
      let beginsWord =
        index > 0 && index + 1 < letters.count && letters[index - 1].isUppercase && letters[index + 1].isLowercase
      if letter.isUppercase && (followsSmall || beginsWord) { result += "_" }
      result += letter.uppercased()
    }
    return result
  }
}
