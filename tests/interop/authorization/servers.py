"""Protected servers of others: `servers.py KIND PORT ISSUER`.

Tokens are of the issuer, or of the server itself (`own`, and `proxy`, which logs in with the issuer).
"""
import sys

import httpx2
import jwt
from fastmcp import FastMCP
from fastmcp.server.auth import RemoteAuthProvider
from fastmcp.server.auth.oidc_proxy import OIDCProxy
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from fastmcp.server.auth.providers.jwt import JWTVerifier
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer

kind, port, issuer = sys.argv[1:]
own = f"http://127.0.0.1:{port}"
resource = f"{own}/mcp"


class Verifier:
    """Tokens of the issuer, for the Python SDK."""

    keys = jwt.PyJWKClient(f"{issuer}/jwks")

    async def verify_token(self, token):
        try:
            key = self.keys.get_signing_key_from_jwt(token)
            claims = jwt.decode(token, key, ["RS256"], audience=resource, issuer=issuer)
        except jwt.PyJWTError:
            return None
        scopes = claims.get("scope", "").split()
        return AccessToken(
            token=token, client_id=claims["client_id"], scopes=scopes, resource=resource, subject=claims["sub"]
        )


def add(a: int, b: int) -> int:
    return a + b


def fastmcp(auth):
    server = FastMCP("protected", auth=auth)
    server.tool(add)
    server.run("http", show_banner=False, port=int(port), log_level="ERROR")


match kind:
    case "sdk":
        settings = AuthSettings(
            issuer_url=issuer,
            resource_server_url=resource,
            required_scopes=["notes:write"],
            validate_token_resource=True,
        )
        server = MCPServer("protected", token_verifier=Verifier(), auth=settings, log_level="ERROR")
        server.tool()(add)
        server.run("streamable-http", port=int(port))
    case "fastmcp":
        verifier = JWTVerifier(
            jwks_uri=f"{issuer}/jwks", issuer=issuer, audience=resource, required_scopes=["notes:write"]
        )
        fastmcp(RemoteAuthProvider(verifier, [issuer], own))
    case "proxy":
        registration = {"redirect_uris": [f"{own}/auth/callback"], "application_type": "native"}
        known = httpx2.post(f"{issuer}/reg", json=registration).raise_for_status().json()
        fastmcp(
            OIDCProxy(
                config_url=f"{issuer}/.well-known/openid-configuration",
                client_id=known["client_id"],
                client_secret=known["client_secret"],
                required_scopes=["notes:write"],
                base_url=own,
            )
        )
    case "own":
        fastmcp(
            InMemoryOAuthProvider(
                base_url=own, client_registration_options=ClientRegistrationOptions(enabled=True)
            )
        )
