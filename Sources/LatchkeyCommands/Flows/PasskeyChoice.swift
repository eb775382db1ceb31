import AuthPasskey

/// Selects the passkey that a command may use. A command has one user, who must not sign in as another person whose
/// passkey is also on this machine.
enum PasskeyChoice: Equatable {
  /// The account at this index may be used.
  case account(Int)
  /// No account may be used: these are the names of the accounts.
  case refused([String])

  /// - Parameters:
  ///   - ceremony: the accounts whose passkeys match the server's request.
  ///   - name: the user's name in the command's arguments; nil if the command does not name a user. Without a name, the
  ///     passkeys must all belong to one account.
  init(_ ceremony: PasskeyCeremony, name: String?) {
    let names = ceremony.accounts.map(\.userName)
    if ceremony.kind == .create {
      self = .account(0)
    } else if let name, let index = names.firstIndex(of: name) {
      self = .account(index)
    } else if name == nil, Set(names).count == 1 {
      self = .account(0)
    } else {
      self = .refused(names.reduce(into: []) { list, name in if !list.contains(name) { list.append(name) } })
    }
  }
}
