import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One user's decision about an activity.
struct TurnkeyVote: Sendable {
  let id: String
  let user: TurnkeyUser
  let isApproval: Bool
  /// The stamp that it came with.
  let caller: TurnkeyCaller
  let message: String
  let at: Date

  /// v1Vote.
  func json(of activity: TurnkeyActivity) -> JSONValue {
    [
      "id": .string(id), "userId": .string(user.id), "user": user.json(), "activityId": .string(activity.id),
      "selection": isApproval ? "VOTE_SELECTION_APPROVED" : "VOTE_SELECTION_REJECTED", "message": .string(message),
      "publicKey": .string(caller.publicKey), "signature": .string(caller.signature),
      "scheme": .string(caller.scheme), "createdAt": at.turnkeyTimestamp,
    ]
  }
}
