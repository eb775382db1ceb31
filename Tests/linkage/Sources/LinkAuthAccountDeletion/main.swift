import AuthAccountDeletion

print(AccountDeletion.self)
