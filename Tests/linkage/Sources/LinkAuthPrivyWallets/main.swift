import AuthPrivyWallets

print(PrivyWallets.self)
