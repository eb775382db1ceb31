import AuthCore
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension AgentPlace.Subject {
  /// What the agent of a command line's configuration serves.
  ///
  /// - Throws: `invalid_configuration` for sessions in memory, which no two processes share, and if no directory for
  ///   state is known; the errors of the configuration.
  init(_ invocation: Invocation) throws(AuthError) {
    // The absolute path also makes a relative storage directory absolute, so the directory is the same for each caller.
    let path = Self.absolute(invocation.configurationPath)
    let loaded = try invocation.configuration(at: path)
    guard loaded.storage.sessions != "memory" else {
      throw AuthError(
        .invalidConfiguration,
        "$.storage.sessions is 'memory', so an agent has no access to the sessions of other processes. Set it to "
          + "'file' or another store.")
    }
    let environment = invocation.environment
    var directory = loaded.storage.directory
    if directory == nil { directory = try StorageDirectory.standard(in: environment) }
    self.init(
      configurationPath: path, sessions: loaded.storage.sessions,
      storageDirectory: directory ?? "",
      provider: invocation.arguments.value("provider") ?? Self.given("AUTH_PROVIDER", environment),
      profile: invocation.arguments.value("profile") ?? Self.given("AUTH_PROFILE", environment),
      variables: try Self.variables(ofFile: path, environment))
  }

  /// The variables that the configuration reads: `AUTH_…`, which override its values, and those that it names.
  private static func variables(
    ofFile path: String, _ environment: [String: String]
  ) throws(AuthError) -> [String: String] {
    let content = FileManager.default.contents(atPath: path) ?? Data()
    let file: JSONValue
    do throws(JSONError) {
      file = try JSONValue(parsing: content)
    } catch {
      throw AuthError(.invalidConfiguration, "\(path) is not JSON: 'latchkey config check' shows where.")
    }
    let named = names(in: file)
    // The provider and the profile have separate fields, and the path is that of the file.
    let others: Set<String> = ["AUTH_PROVIDER", "AUTH_PROFILE", "AUTH_CONFIG"]
    return environment.filter { name, value in
      !value.isEmpty && (named.contains(name) || name.hasPrefix("AUTH_") && !others.contains(name))
    }
  }

  private static func names(in value: JSONValue) -> Set<String> {
    if case .environment(let name) = SecretReference(value) { return [name] }
    let children = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
    return children.reduce(into: []) { $0.formUnion(names(in: $1)) }
  }

  private static func given(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The absolute path without symbolic links; the path itself if the system cannot resolve it.
  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension AgentPlace {
  /// The place of the agent of a subject, for the environment of a command line.
  ///
  /// - Throws: the errors of `init(of:runtimeDirectory:pathLimit:)`.
  init(of subject: Subject, in environment: [String: String]) throws(AuthError) {
    // A system without a session of the user may name a directory that does not exist.
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { access($0, F_OK) == 0 ? $0 : nil }
    try self.init(of: subject, runtimeDirectory: runtime)
  }
}
