import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the agent says about itself.
final class AgentStatus: Sendable {
  let place: AgentPlace
  private let subject: AgentPlace.Subject
  private let idleTime: Duration
  private let started = Date()
  private let requests = Locked(0)

  init(_ place: AgentPlace, _ subject: AgentPlace.Subject, idleTime: Duration) {
    self.place = place
    self.subject = subject
    self.idleTime = idleTime
  }

  func count() { requests.withLock { $0 += 1 } }

  var json: JSONObject {
    [
      "latchkey": .string(PackageVersion.current), "configuration": .string(place.configuration),
      "process": .integer(Int64(ProcessInfo.processInfo.processIdentifier)), "socket": .string(place.socketPath),
      "file": .string(subject.configurationPath), "storage": .string(subject.storageDirectory),
      "startedAt": .string(ISO8601.encode(started)), "idleSeconds": .integer(idleTime.components.seconds),
      "requests": .integer(Int64(requests.withLock { $0 })),
    ]
  }
}
