/// The keys of configurations as Markdown tables for the documentation. Like `ConfigurationSchema`, they are generated
/// by the code that reads configurations.
public struct ConfigurationTable: Sendable {
  /// The tables, each under a third-level heading.
  public let markdown: String

  /// Creates the tables for an app that links the providers in `plugins`.
  public init(plugins: [ProviderPlugin]) {
    var text = Self.section("The file", Self.rows(ConfigurationSchema.rootKeys()))
    for plugin in plugins {
      text += "\n" + Self.section("`\(plugin.type)` (product `\(plugin.product)`)", Self.rows(plugin.keys()))
    }
    let forms = TokenSource.forms.flatMap { Self.rows(ConfigurationSchema.keys(of: $0)) }
    markdown = text + "\n" + Self.section("`tokenProvider`, in any block", forms)
  }

  private static func section(_ title: String, _ rows: [String]) -> String {
    (["### \(title)", "", "| key | value | meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  private static func rows(_ keys: [ConfigurationKey], _ prefix: String = "") -> [String] {
    keys.flatMap { key in
      let name = prefix + key.name
      let row = "| `\(name)` | \(value(key)) | \(key.summary) |"
      guard case .object(let inner) = key.kind else { return [row] }
      return [row] + rows(inner, name + ".")
    }
  }

  private static func value(_ key: ConfigurationKey) -> String {
    let kind =
      switch key.kind {
      case .text: "string"
      case .kind: "string, or an object with one block"
      case .choice(let names): names.map { "`\($0)`" }.joined(separator: ", ")
      case .texts: "list of strings"
      case .flag: "`true`, `false`"
      case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
      case .url: "URL"
      case .origins: "list of origins"
      case .secret: "secret"
      case .object: "object"
      case .any: "JSON"
      }
    if key.isRequired { return kind + "; required" }
    switch key.standard {
    case .string(let text)?: return kind + "; default `\(text)`"
    case .integer(let number)?: return kind + "; default \(number)"
    case .bool(let flag)?: return kind + "; default `\(flag)`"
    default: return kind
    }
  }
}
