// An authorization server that is not of this project: oidc-provider. `authorization-server.mjs PORT [SECONDS]`
//
// Clients register themselves, and everybody logs in who fills in its forms. Tokens are JWT for the resource that a client
// names; a client is told of scopes that the resources have. With SECONDS, tokens last so long, each refresh token works once,
// and `/watched` says what came of that: see `watch`.
import { generateKeyPairSync } from "node:crypto";
import Provider from "oidc-provider";

const [port, seconds] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

const provider = new Provider(issuer, {
  jwks: { keys: [privateKey.export({ format: "jwk" })] },
  cookies: { keys: ["only for tests"] },
  scopes: ["openid", "offline_access", "notes:write"],
  // As most do: who may refresh is told when registering.
  issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
  ...(seconds && { rotateRefreshToken: true }),
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, resource) => ({
        scope: "notes:write",
        audience: resource,
        accessTokenTTL: Number(seconds ?? 600),
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});

/**
 * Counts what happens at the token endpoint. `/watched/hold` keeps requests from it until `/watched/go`; one whose client
 * is gone by then has not been made. Both, and `/watched`, answer with the counts and the refresh tokens that are good.
 */
function watch() {
  const counts = { logins: 0, refreshes: 0, refused: 0, revoked: 0, running: 0, held: 0, gone: 0 };
  const good = new Map();
  let held = Promise.resolve();
  let go = () => {};
  provider.on("grant.success", (ctx) => {
    const isLogin = ctx.oidc.params.grant_type === "authorization_code";
    counts[isLogin ? "logins" : "refreshes"] += 1;
    good.set(ctx.oidc.entities.Grant.jti, ctx.body.refresh_token);
  });
  provider.on("grant.error", () => (counts.refused += 1));
  provider.on("grant.revoked", () => (counts.revoked += 1));
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith("/watched")) {
      if (ctx.path === "/watched/hold") held = new Promise((resolve) => (go = resolve));
      if (ctx.path === "/watched/go") go();
      ctx.body = { ...counts, good: [...good.values()] };
      return;
    }
    if (ctx.path !== "/token") return next();
    let isGone = false;
    ctx.res.once("close", () => (isGone = true));
    counts.held += 1;
    await held;
    counts.held -= 1;
    if (isGone) {
      counts.gone += 1;
      return;
    }
    counts.running += 1;
    await next().finally(() => (counts.running -= 1));
  });
}

if (seconds) watch();
provider.listen(Number(port), "127.0.0.1");
