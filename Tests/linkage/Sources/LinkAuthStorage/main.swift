import AuthStorage

print(MemorySessionStore.self)
