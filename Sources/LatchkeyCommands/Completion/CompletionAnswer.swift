import AuthCore
import AuthTerminal
import AuthUI

/// Answers the question of a completion script.
enum CompletionAnswer {
  /// Prints what can stand at the cursor. A configuration or a storage that cannot be read has no values to offer: a
  /// message would disturb the line that the user types.
  ///
  /// - Parameters:
  ///   - words: the words after the program's name; the last one begins with a full stop.
  ///   - plugins: the providers that the program links.
  ///   - environment: the environment of the process.
  static func run(_ words: [String], plugins: [ProviderPlugin], environment: [String: String]) async -> Int32 {
    let texts = HelpTexts(.commandLine(in: environment))
    let plan = CompletionPlan(Array(words.dropLast()) + [String((words.last ?? ".").dropFirst())], texts: texts)
    var found: [CompletionPlan.Item] = []
    do throws(AuthError) {
      found = try await values(plan, plugins, environment)
    } catch {
      found = []
    }
    for line in plan.lines(with: found) { Output.value(line) }
    return 0
  }

  private static func values(
    _ plan: CompletionPlan, _ plugins: [ProviderPlugin], _ environment: [String: String]
  ) async throws(AuthError) -> [CompletionPlan.Item] {
    guard let kind = plan.kind, kind != .files else { return [] }
    let words = plan.configuration.map { ["--config", $0] } ?? []
    let arguments: Arguments
    do throws(UsageFault) { arguments = try Arguments(words, for: .sessions) } catch { throw error.error }
    let invocation = Invocation(arguments, plugins: plugins, environment: environment)
    switch kind {
    case .files: return []
    case .providers:
      return try invocation.configuration().providers.map { item($0.id.rawValue, $0.type) }
    case .profiles: return try profiles(invocation)
    case .methods:
      let client = try invocation.client()
      return try client.provider(client.configuration.provider).methods.map {
        item($0.rawValue, invocation.catalog.text(.method($0, label: nil)))
      }
    case .accounts:
      return try await invocation.client().accounts().map {
        item($0.id.rawValue, "\($0.title) · \($0.providerID)")
      }
    }
  }

  private static func profiles(_ invocation: Invocation) throws(AuthError) -> [CompletionPlan.Item] {
    let check = try AuthConfiguration.check(
      contentsOf: invocation.configurationPath, plugins: invocation.plugins, environment: invocation.environment)
    return check.profiles.compactMap(\.self).map { item($0, "") }
  }

  /// A value with a text that can come from a server.
  private static func item(_ value: String, _ text: String) -> CompletionPlan.Item {
    CompletionPlan.Item(value: value, text: text)
  }
}
