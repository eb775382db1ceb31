"""Clients that register themselves (RFC 7591), and their registrations (RFC 7592), for Authlib's endpoints."""

import secrets
from typing import Dict, Optional

from authlib.oauth2 import rfc7591, rfc7592
from authlib.oidc import registration, rpinitiated
from records import Client

CLAIMS = [rfc7591.ClientMetadataClaims, registration.ClientMetadataClaims, rpinitiated.ClientMetadataClaims]


class Endpoint:
    """What both endpoints need: the clients, and what the server supports."""

    def __init__(self, clients: Dict[str, Client], issuer: str, supported: dict):
        super().__init__(claims_classes=CLAIMS)
        self.clients, self.issuer, self.supported = clients, issuer, supported

    def get_server_metadata(self):
        return self.supported

    def generate_client_registration_info(self, client, _):
        return {
            "registration_client_uri": f"{self.issuer}/register/{client.client_id}",
            "registration_access_token": client.token}


class Registration(Endpoint, rfc7591.ClientRegistrationEndpoint):
    def authenticate_token(self, _):
        return True  # the registration is open

    def save_client(self, client_info, client_metadata, _):
        client = Client(
            client_info["client_id"], client_metadata, client_info["client_secret"], client_info=client_info)
        self.clients[client.client_id] = client
        return client


class Configuration(Endpoint, rfc7592.ClientConfigurationEndpoint):
    def authenticate_token(self, request):
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return Holder(token) if scheme == "Bearer" and token else None

    def authenticate_client(self, request) -> Optional[Client]:
        return self.clients.get(request.uri.rsplit("/", 1)[1])

    def revoke_access_token(self, *_):
        pass

    def check_permission(self, *_):
        return True

    def delete_client(self, client, _):
        del self.clients[client.client_id]


class Holder:
    """A registration access token."""

    def __init__(self, token: str):
        self.token = token

    def check_client(self, client: Client) -> bool:
        return secrets.compare_digest(self.token, client.token)
