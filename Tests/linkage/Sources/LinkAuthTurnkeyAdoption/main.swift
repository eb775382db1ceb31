import AuthTurnkeyAdoption

print(TurnkeyAdoption.self)
