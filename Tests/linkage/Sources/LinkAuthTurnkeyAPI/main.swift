import AuthTurnkeyAPI

print(TurnkeyClient.self)
