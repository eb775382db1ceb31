import AuthCore

/// The users, in the order of their creation.
struct OIDCEndUsers: Sendable {
  private(set) var all: [OIDCEndUser] = []
  private var bySubject: [String: OIDCEndUser] = [:]
  private var subjects: [String: String] = [:]

  func user(_ subject: String) -> OIDCEndUser? { bySubject[subject] }

  func user(identifier: String) -> OIDCEndUser? { subjects[identifier].flatMap { bySubject[$0] } }

  mutating func create(_ identifier: String, at time: Int64, random: any RandomSource) -> OIDCEndUser {
    let user = OIDCEndUser(subject: random.uuid(), identifier: identifier, createdAt: time)
    all.append(user)
    bySubject[user.subject] = user
    subjects[identifier] = user.subject
    return user
  }

  /// Removes a user; false if no user has this subject.
  mutating func delete(_ subject: String) -> Bool {
    guard let user = bySubject.removeValue(forKey: subject) else { return false }
    subjects[user.identifier] = nil
    all.removeAll { $0.subject == subject }
    return true
  }
}
