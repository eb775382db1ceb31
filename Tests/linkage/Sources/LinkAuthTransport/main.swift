import AuthTransport

print(SystemTransport.self)
