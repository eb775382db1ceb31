extension AuthClient {
  /// Replaces the configuration. No user is signed out.
  ///
  /// A provider instance continues if its block, the environment variables for the block's keys and the secrets to
  /// which the block refers are unchanged. Otherwise the next flow and the next request use a new instance. A running
  /// flow finishes with the instance that it started with, a renewal under way is finished and stored, and readers of
  /// the states continue with the new instance.
  ///
  /// ```swift
  /// try auth.reload(.load(contentsOf: "auth.json"))
  /// ```
  ///
  /// - Throws: the errors of the initialiser; `invalid_configuration` if the `storage` or the `transport` block has
  ///   changed, because the client's services were made from them. After an error, the client is unchanged.
  public func reload(_ configuration: AuthConfiguration) throws(AuthError) {
    let current = self.configuration
    guard current.storage == configuration.storage else { throw Self.fixed("storage") }
    guard current.transport == configuration.transport else { throw Self.fixed("transport") }
    let known = setup.withLock { $0.instances }
    let kept = known.filter { id, instance in
      configuration.block(id).map { block in
        current.block(id) == block && instance.inputs == BlockInputs(block, sources: configuration.sources)
      } ?? false
    }
    var made: [ProviderID: ProviderSessions] = [:]
    for id in try configuration.neededProviders() where kept[id] == nil { made[id] = try make(id, of: configuration) }
    let (retired, accounts) = setup.withLock { setup in
      let retired = setup.instances.values.filter { instance in kept[instance.provider.id] !== instance }
      let accounts = setup.accounts.filter { _, engine in kept[engine.provider.id] !== engine.instance }
      setup.configuration = configuration
      setup.reloads += 1
      setup.instances = kept.merging(made) { _, new in new }
      return (retired, accounts)
    }
    for instance in retired + accounts.values { instance.retire() }
    followStates()
    for instance in made.values {
      instance.attach()
      // Reads the store, so that readers of the states get the state of the new instance. An error is ignored: the next
      // call for the session reads again and throws the error.
      Task.detached { _ = try? await instance.stored() }
    }
    for (id, engine) in accounts {
      guard let instance = linkedInstance(engine.provider.id) else { continue }
      let next = self.engine(of: id, by: instance)
      Task.detached { _ = try? await next.stored() }
    }
  }

  private static func fixed(_ block: String) -> AuthError {
    AuthError(
      .invalidConfiguration,
      "$.\(block) differs from the block that this client's services were made from. A reload cannot change this "
        + "block. Make a new client."
    )
  }
}
