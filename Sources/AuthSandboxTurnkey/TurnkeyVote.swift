import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A user's vote on an activity.
struct TurnkeyVote: Sendable {
  let id: String
  let user: TurnkeyUser
  let isApproval: Bool
  /// The user and the stamp of the request that voted.
  let caller: TurnkeyCaller
  let message: String
  let at: Date

  /// The vote on the wire: v1Vote.
  func json(of activity: TurnkeyActivity) -> JSONValue {
    [
      "id": .string(id), "userId": .string(user.id), "user": user.json(), "activityId": .string(activity.id),
      "selection": isApproval ? "VOTE_SELECTION_APPROVED" : "VOTE_SELECTION_REJECTED", "message": .string(message),
      "publicKey": .string(caller.publicKey), "signature": .string(caller.signature),
      "scheme": .string(caller.scheme), "createdAt": at.turnkeyTimestamp,
    ]
  }
}
