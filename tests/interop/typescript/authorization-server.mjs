// An authorization server that is not of this project: oidc-provider. `authorization-server.mjs PORT`
//
// Clients register themselves, and everybody logs in who fills in its forms. Tokens are JWT for the resource that a client
// names; a client is told of scopes that the resources have.
import { generateKeyPairSync } from "node:crypto";
import Provider from "oidc-provider";

const [port] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

const provider = new Provider(issuer, {
  jwks: { keys: [privateKey.export({ format: "jwk" })] },
  cookies: { keys: ["only for tests"] },
  scopes: ["openid", "offline_access", "notes:write"],
  // As most do: who may refresh is told when registering.
  issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => ({
        scope: "notes:write",
        audience: resource,
        accessTokenTTL: 600,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});
provider.listen(Number(port), "127.0.0.1");
