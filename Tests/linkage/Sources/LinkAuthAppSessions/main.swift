import AuthAppSessions

print(AppSessions.self)
