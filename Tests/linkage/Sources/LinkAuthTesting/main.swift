import AuthTesting

print(ManualClock())
