"""Calls everything that the sandbox serves, with the vendor's own SDK and its types."""

import hashlib
import json
import urllib.parse
import uuid

import requests
from turnkey_api_key_stamper import ApiKeyStamper, ApiKeyStamperConfig
from turnkey_http import TurnkeyClient
from turnkey_http.generated import client as sdk
from turnkey_sdk_types.generated import types

from turnkey_device import Key, Passkey, client_signature, encoded, encrypted, envelope, sealed

ETHEREUM = {
    "curve": "CURVE_SECP256K1", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/60'/0'/0/0",
    "addressFormat": "ADDRESS_FORMAT_ETHEREUM"}
SOLANA = {
    "curve": "CURVE_ED25519", "pathFormat": "PATH_FORMAT_BIP32", "path": "m/44'/501'/0'/0'",
    "addressFormat": "ADDRESS_FORMAT_SOLANA"}
WORDS = "test test test test test test test test test test test junk"


class Walk:
    def __init__(self, sandbox: dict):
        self.sandbox = sandbox
        self.block = sandbox["turnkey"]
        self.root = self.client(self.block["apiPublicKey"], self.block["apiPrivateKey"], self.block["organizationId"])
        self.address = f"walk-{uuid.uuid4().hex}@example.org"
        self.device = Key()

    def client(self, public: str, private: str, organization: str) -> TurnkeyClient:
        stamper = ApiKeyStamper(ApiKeyStamperConfig(api_public_key=public, api_private_key=private))
        return TurnkeyClient(
            base_url=self.block["apiBaseURL"], stamper=stamper, organization_id=organization, polling_interval_ms=20)

    @staticmethod
    def call(client: TurnkeyClient, name: str, **fields):
        """`create_wallet` with the SDK's `CreateWalletBody`."""
        body = getattr(types, "".join(word.capitalize() for word in name.split("_")) + "Body")
        return getattr(client, name)(body(**fields))

    def refused(self, client: TurnkeyClient, name: str, **fields):
        try:
            self.call(client, name, **fields)
        except (sdk.TurnkeyNetworkError, sdk.TurnkeyActivityError):
            return
        raise AssertionError(f"{name} should have been refused")

    def code(self, to: str) -> str:
        messages = requests.get(self.sandbox["outbox"], params={"to": to}, timeout=10).json()["messages"]
        return messages[-1]["code"]

    def control(self, route: str, **body) -> dict:
        answer = requests.post(f"{self.sandbox['baseURL']}/sandbox/{route}", json=body, timeout=10)
        answer.raise_for_status()
        return answer.json()

    def identity_token(self, subject: str, bound_to: str = "") -> str:
        claims = {"nonce": hashlib.sha256(bound_to.encode()).hexdigest()} if bound_to else {}
        return requests.post(
            f"{self.sandbox['baseURL']}/sandbox/idp/token", json={"sub": subject, "aud": "walk", "claims": claims},
            timeout=10).json()["token"]

    def all(self):
        self.sub_organisation()
        self.credentials()
        self.sessions()
        self.older_sessions()
        self.policies()
        self.wallets()
        self.private_keys()
        self.activities()
        self.oauth2()
        self.proxy()
        self.refusals()

    def sub_organisation(self):
        made = self.call(
            self.root, "create_sub_organization", subOrganizationName="Walk", rootQuorumThreshold=1,
            wallet={"walletName": "first", "accounts": [ETHEREUM, SOLANA]},
            rootUsers=[{
                "userName": "walk", "userEmail": self.address, "authenticators": [], "oauthProviders": [],
                "apiKeys": [{
                    "apiKeyName": "device", "publicKey": self.device.public_hex,
                    "curveType": "API_KEY_CURVE_P256"}]}])
        self.organization, self.me = made.subOrganizationId, made.rootUserIds[0]
        self.user = self.client(self.device.public_hex, self.device.private_hex, self.organization)
        self.call(self.root, "get_sub_org_ids", filterType="EMAIL", filterValue=self.address)
        self.call(self.root, "get_verified_sub_org_ids", filterType="EMAIL", filterValue=self.address)
        self.user.get_whoami()
        self.user.get_users()
        self.call(self.user, "get_organization_configs")
        made = self.call(self.user, "create_users", users=[{
            "userName": "delegate", "userTags": [], "authenticators": [], "oauthProviders": [],
            "apiKeys": [{
                "apiKeyName": "delegate", "publicKey": Key().public_hex, "curveType": "API_KEY_CURVE_P256"}]}])
        self.call(self.user, "update_user", userId=made.userIds[0], userName="renamed")
        self.call(self.user, "delete_users", userIds=made.userIds)
        self.call(self.user, "update_user_name", userId=self.me, userName="Walker")
        self.call(self.user, "update_user_phone_number", userId=self.me, userPhoneNumber="+15551234567")
        self.call(self.user, "update_root_quorum", threshold=1, userIds=[self.me])

    def credentials(self):
        passkey = Passkey(self.sandbox["baseURL"])
        made = self.call(self.user, "create_authenticators", userId=self.me, authenticators=[passkey.registration()])
        self.call(self.user, "get_authenticators", userId=self.me)
        self.call(self.user, "get_authenticator", authenticatorId=made.authenticatorIds[0])
        body = json.dumps({"organizationId": self.organization})
        answer = requests.post(
            self.block["apiBaseURL"] + "/public/v1/query/whoami", data=body, timeout=10,
            headers={"Content-Type": "application/json", "X-Stamp-WebAuthn": passkey.stamp(body)})
        assert answer.status_code == 200, answer.text
        self.call(self.user, "delete_authenticators", userId=self.me, authenticatorIds=made.authenticatorIds)
        made = self.call(self.user, "create_api_keys", userId=self.me, apiKeys=[{
            "apiKeyName": "spare", "publicKey": Key().public_hex, "curveType": "API_KEY_CURVE_P256",
            "expirationSeconds": "60"}])
        self.call(self.user, "get_api_keys", userId=self.me)
        self.call(self.user, "get_api_key", apiKeyId=made.apiKeyIds[0])
        self.call(self.user, "delete_api_keys", userId=self.me, apiKeyIds=made.apiKeyIds)
        claims = {"iss": "https://accounts.google.com", "aud": "ios", "sub": uuid.uuid4().hex}
        made = self.call(self.user, "create_oauth_providers", userId=self.me, oauthProviders=[
            {"providerName": "google", "oidcClaims": claims},
            {"providerName": "app", "oidcToken": self.identity_token(self.address)}])
        self.call(self.user, "get_oauth_providers", userId=self.me)
        self.call(self.user, "delete_oauth_providers", userId=self.me, providerIds=made.providerIds[:1])
        self.call(self.user, "get_user", userId=self.me)
        self.call(self.user, "get_mfa_policies", userId=self.me)
        self.user.list_user_tags()

    def sessions(self):
        made = self.call(
            self.user, "create_session_profile", sessionProfileName="kiosk", scope="read", expirationSeconds="60")
        self.call(self.user, "get_session_profile", sessionProfileId=made.sessionProfileId)
        self.call(self.user, "get_session_profiles")
        self.call(
            self.user, "stamp_login", publicKey=Key().public_hex, sessionProfileId=made.sessionProfileId)
        self.call(self.user, "get_api_keys", userId=self.me)
        started = self.call(self.root, "init_otp", otpType="OTP_TYPE_EMAIL", contact=self.address, appName="Walk")
        key, session = Key(), Key()
        bundle = encrypted(
            started.otpEncryptionTargetBundle, self.block["tlsFetcherPublicKey"], self.code(self.address), key)
        token = self.call(
            self.root, "verify_otp", otpId=started.otpId, encryptedOtpBundle=bundle).verificationToken
        self.call(
            self.root, "otp_login", organizationId=self.organization, verificationToken=token,
            publicKey=session.public_hex,
            clientSignature=client_signature(token, key, "login", {"publicKey": session.public_hex}))
        self.call(
            self.user, "update_user_email", userId=self.me, userEmail=self.address, verificationToken=token)
        session = Key()
        self.call(
            self.root, "oauth_login", organizationId=self.organization, publicKey=session.public_hex,
            oidcToken=self.identity_token(self.address, session.public_hex))

    def older_sessions(self):
        target = Key().target_hex
        session = self.call(self.user, "create_read_only_session").session
        answer = requests.post(
            self.block["apiBaseURL"] + "/public/v1/query/whoami", json={"organizationId": self.organization},
            headers={"X-Session": session}, timeout=10)
        assert answer.status_code == 200, answer.text
        self.call(self.user, "create_read_write_session", targetPublicKey=target)
        self.call(
            self.root, "oauth", organizationId=self.organization, targetPublicKey=target,
            oidcToken=self.identity_token(self.address, target))
        self.call(
            self.root, "email_auth", organizationId=self.organization, email=self.address, targetPublicKey=target,
            emailCustomization={"appName": "Walk"})
        started = self.call(
            self.root, "init_otp_auth", otpType="OTP_TYPE_EMAIL", contact=self.address, appName="Walk")
        self.call(
            self.root, "otp_auth", organizationId=self.organization, otpId=started.otpId,
            otpCode=self.code(self.address), targetPublicKey=target)
        self.call(
            self.root, "init_user_email_recovery", organizationId=self.organization, email=self.address,
            targetPublicKey=target, emailCustomization={"appName": "Walk"})
        self.call(
            self.user, "recover_user", userId=self.me,
            authenticator=Passkey(self.sandbox["baseURL"]).registration())

    def policies(self):
        policy = {"policyName": "delegate", "effect": "EFFECT_ALLOW", "notes": "", "condition": "true"}
        made = self.call(self.user, "create_policy", **policy)
        many = self.call(self.user, "create_policies", policies=[policy, policy])
        self.call(self.user, "update_policy", policyId=made.policyId, policyName="other")
        self.call(self.user, "get_policy", policyId=made.policyId)
        self.user.get_policies()
        self.call(self.user, "delete_policy", policyId=made.policyId)
        self.call(self.user, "delete_policies", policyIds=many.policyIds)

    def wallets(self):
        made = self.call(
            self.user, "create_wallet", walletName="second", accounts=[ETHEREUM], mnemonicLength=24)
        self.call(self.user, "create_wallet_accounts", walletId=made.walletId, accounts=[SOLANA])
        self.call(self.user, "update_wallet", walletId=made.walletId, walletName="renamed")
        self.user.get_wallets()
        self.call(self.user, "get_wallet", walletId=made.walletId)
        self.call(self.user, "get_wallet_account", walletId=made.walletId, path=ETHEREUM["path"])
        accounts = self.call(
            self.user, "get_wallet_accounts", walletId=made.walletId, includeWalletDetails=True,
            paginationOptions={"limit": "2"}).accounts
        self.call(
            self.user, "sign_raw_payload", signWith=made.addresses[0], payload="hello",
            encoding="PAYLOAD_ENCODING_TEXT_UTF8", hashFunction="HASH_FUNCTION_KECCAK256")
        self.call(
            self.user, "sign_raw_payloads", signWith=accounts[1].address, payloads=["00", "0x01"],
            encoding="PAYLOAD_ENCODING_HEXADECIMAL", hashFunction="HASH_FUNCTION_NOT_APPLICABLE")
        target = Key().target_hex
        self.call(self.user, "export_wallet", walletId=made.walletId, targetPublicKey=target)
        self.call(self.user, "export_wallet_account", address=made.addresses[0], targetPublicKey=target)
        bundle = self.call(self.user, "init_import_wallet", userId=self.me).importBundle
        place = envelope(bundle, self.block["signerPublicKey"])
        self.call(
            self.user, "import_wallet", userId=self.me, walletName="imported", accounts=[ETHEREUM],
            encryptedBundle=sealed(place["targetPublic"], WORDS.encode()))
        self.call(
            self.user, "delete_wallet_accounts", walletAccountIds=[accounts[1].walletAccountId])
        self.call(self.user, "delete_wallets", walletIds=[made.walletId])

    def private_keys(self):
        made = self.call(self.user, "create_private_keys", privateKeys=[{
            "privateKeyName": "loose", "curve": "CURVE_SECP256K1", "privateKeyTags": [],
            "addressFormats": ["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_TRON"]}])
        identity = made.privateKeys[0].privateKeyId
        self.user.get_private_keys()
        self.call(self.user, "get_private_key", privateKeyId=identity)
        self.call(self.user, "export_private_key", privateKeyId=identity, targetPublicKey=Key().target_hex)
        bundle = self.call(self.user, "init_import_private_key", userId=self.me).importBundle
        place = envelope(bundle, self.block["signerPublicKey"])
        self.call(
            self.user, "import_private_key", userId=self.me, privateKeyName="imported", curve="CURVE_ED25519",
            addressFormats=["ADDRESS_FORMAT_SOLANA"], encryptedBundle=sealed(place["targetPublic"], bytes(range(32))))
        self.call(self.user, "delete_private_keys", privateKeyIds=[identity])

    def activities(self):
        listed = self.call(self.user, "get_activities", paginationOptions={"limit": "5"}).activities
        self.call(self.user, "get_activity", activityId=listed[0].id)
        self.call(self.user, "get_policy_evaluations", activityId=listed[0].id)
        self.control("policy", provider="turnkey", activities="pending")
        self.call(self.user, "stamp_login", publicKey=Key().public_hex)
        self.control("policy", provider="turnkey", activities="failed")
        self.refused(self.user, "stamp_login", publicKey=Key().public_hex)
        self.control("policy", provider="turnkey", activities="consensus")
        for decision in ("approve_activity", "reject_activity"):
            try:
                self.call(self.user, "stamp_login", publicKey=Key().public_hex)
            except sdk.TurnkeyActivityConsensusNeededError as needed:
                waiting = self.call(self.user, "get_activity", activityId=needed.activity_id).activity
                self.control("policy", provider="turnkey", activities=None)
                try:
                    self.call(self.user, decision, fingerprint=waiting.fingerprint)
                except sdk.TurnkeyActivityError:
                    assert decision == "reject_activity"
                self.control("policy", provider="turnkey", activities="consensus")
        self.control("policy", provider="turnkey", activities=None)

    def oauth2(self):
        made = self.call(
            self.root, "create_oauth2_credential", provider="OAUTH2_PROVIDER_X", clientId="walk",
            encryptedClientSecret="00")
        identity = made.oauth2CredentialId
        self.call(
            self.root, "update_oauth2_credential", oauth2CredentialId=identity, provider="OAUTH2_PROVIDER_DISCORD",
            clientId="walk", encryptedClientSecret="01")
        self.call(self.root, "list_oauth2_credentials")
        self.call(self.root, "get_oauth2_credential", oauth2CredentialId=identity)
        code, verifier = self.authorize("discord", "walk")
        key = Key()
        token = self.call(
            self.root, "oauth2_authenticate", oauth2CredentialId=identity, authCode=code, redirectUri="app://",
            codeVerifier=verifier, nonce=hashlib.sha256(key.public_hex.encode()).hexdigest()).oidcToken
        assert token.count(".") == 2
        self.call(self.root, "delete_oauth2_credential", oauth2CredentialId=identity)

    def authorize(self, provider: str, client_id: str):
        """Acts as the browser; returns a code and the verifier of its challenge."""
        verifier = encoded(hashlib.sha256(uuid.uuid4().bytes).digest())
        answer = requests.get(
            f"{self.block['oauthURL']}/{provider}/authorize", allow_redirects=False, timeout=10, params={
                "client_id": client_id, "redirect_uri": "app://", "response_type": "code", "state": "s",
                "code_challenge": encoded(hashlib.sha256(verifier.encode()).digest()),
                "code_challenge_method": "S256"})
        fields = urllib.parse.parse_qs(answer.headers["Location"].split("?")[1])
        assert fields["state"] == ["s"]
        return fields["code"][0], verifier

    def proxy_call(self, path: str, expected: int = 200, headers=None, **body):
        answer = requests.post(
            f"{self.block['authProxyURL']}/v1/{path}", json=body, timeout=10,
            headers=headers or {"X-Auth-Proxy-Config-ID": self.block["authProxyConfigId"]})
        assert answer.status_code == expected, answer.text
        return answer.json()

    def proxy(self):
        self.proxy_call("wallet_kit_config")
        self.proxy_call("wallet_kit_client_params")
        for version in ("", "_v2"):
            address, device, session = f"proxy-{uuid.uuid4().hex}@example.org", Key(), Key()
            started = self.proxy_call("otp_init" + version, otpType="OTP_TYPE_EMAIL", contact=address)
            answer = {"otpId": started["otpId"]}
            if version:
                answer["encryptedOtpBundle"] = encrypted(
                    started["otpEncryptionTargetBundle"], self.block["tlsFetcherPublicKey"], self.code(address), device)
            else:
                answer.update(otpCode=self.code(address), publicKey=device.public_hex)
            token = self.proxy_call("otp_verify" + version, **answer)["verificationToken"]
            assert self.proxy_call(
                "account", filterType="EMAIL", filterValue=address, verificationToken=token) == {}
            keys = [{"apiKeyName": "device", "publicKey": device.public_hex, "curveType": "API_KEY_CURVE_P256"}]
            kind = "signupV2" if version else "signup"
            self.proxy_call(
                "signup" + version, userEmail=address, apiKeys=keys, authenticators=[], oauthProviders=[],
                verificationToken=token, wallet={"walletName": "w", "accounts": [ETHEREUM]},
                clientSignature=client_signature(token, device, kind, {"email": address, "apiKeys": keys}))
            self.proxy_call("account", filterType="PUBLIC_KEY", filterValue=device.public_hex)
            self.proxy_call(
                "otp_login" + version, verificationToken=token, publicKey=session.public_hex,
                clientSignature=client_signature(token, device, "login", {"publicKey": session.public_hex}))
        key = Key()
        self.proxy_call(
            "oauth_login", publicKey=key.public_hex, oidcToken=self.identity_token(self.address, key.public_hex))
        code, verifier = self.authorize("x", "walk")
        self.proxy_call(
            "oauth2_authenticate", provider="OAUTH2_PROVIDER_X", authCode=code, redirectUri="app://",
            codeVerifier=verifier, nonce="n", clientId="walk")

    def refusals(self):
        """Makes calls that are refused: their responses must match the description, too."""
        self.refused(self.user, "create_wallet", walletName="first", accounts=[])
        self.refused(self.user, "get_wallet", walletId=str(uuid.uuid4()))
        self.refused(
            self.user, "sign_transaction", signWith="x", unsignedTransaction="00", type="TRANSACTION_TYPE_ETHEREUM")
        unrelated = Key()
        unknown = self.client(unrelated.public_hex, unrelated.private_hex, self.organization)
        self.refused(unknown, "get_user", userId=self.me)
        self.proxy_call("otp_init_v2", 400, otpType="OTP_TYPE_EMAIL", contact="nobody")
        self.proxy_call("wallet_kit_config", 401, headers={"X-Auth-Proxy-Config-ID": "other"})
        self.control("policy", provider="turnkey", captcha=True, requestsPerSecond=0)
        self.proxy_call("otp_init_v2", 403, otpType="OTP_TYPE_EMAIL", contact=self.address)
        self.refused(self.user, "get_user", userId=self.me)
        self.control("policy", provider="turnkey", captcha=None, requestsPerSecond=None)
        self.call(self.user, "delete_sub_organization", deleteWithoutExport=True)
