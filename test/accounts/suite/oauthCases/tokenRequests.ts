// Token requests that get no tokens.
import { keyScopes } from "../../../../lib/accounts/keys/ApiKey.ts"
import { digest, type Fields } from "../../../support/oauth.ts"
import { partnerTokenRow } from "../accounts.ts"
import { locationOf, type OAuth } from "../oauth/flow.ts"

const without = (given: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(given).filter(([each]) => each !== name))
const verified = async (oauth: OAuth, code_verifier: string) => ({
  ...oauth.exchangeOf(await oauth.newCode()),
  code_verifier
})
/** A native code, as the partner's own server exchanges it. */
export const native = async (oauth: OAuth) =>
  without(oauth.exchangeOf(await oauth.nativeCode()), "code_verifier")
const ageCode = async (oauth: OAuth, code: string) => {
  const past = "2001-01-01T00:00:00.000Z"
  await oauth.sql(`UPDATE rewards_code SET expires_at = '${past}' WHERE hash = '${digest(code)}'`)
}
export const ageToken = async (oauth: OAuth, token: string) => {
  const past = "2001-01-01T00:00:00.000Z"
  await oauth.sql(`UPDATE rewards_grant_token SET expires_at = '${past}' WHERE hash = '${digest(token)}'`)
}
/** A token of the partner with these scopes. */
const narrowToken = async (oauth: OAuth, scopes: string): Promise<string> => {
  const { sql, token } = partnerTokenRow(oauth.blog.partnerId, scopes)
  await oauth.sql(sql)
  return token
}

interface Refused {
  readonly error: string
  readonly status?: number
  /** The partner's token that is sent with the request. */
  readonly bearer?: (oauth: OAuth) => string | Promise<string>
  readonly fields: (oauth: OAuth) => Fields | Promise<Fields>
}
const grant = (of: Refused["fields"], bearer?: Refused["bearer"]): Refused => ({
  error: "invalid_grant",
  fields: of,
  ...(bearer && { bearer })
})
const request = (of: Refused["fields"]): Refused => ({ error: "invalid_request", fields: of })
const client = (of: Refused["fields"], bearer?: Refused["bearer"]): Refused => ({
  error: "invalid_client",
  status: 401,
  fields: of,
  ...(bearer && { bearer })
})
const type = (grant_type: string): Refused => ({
  error: "unsupported_grant_type",
  fields: async (oauth) => ({ ...oauth.exchangeOf(await oauth.newCode()), grant_type })
})

export const tokenRequests: Readonly<Record<string, Refused>> = {
  "a code with another verifier": grant((oauth) => verified(oauth, "a".repeat(43))),
  "a code with its challenge as the verifier": grant((oauth) => verified(oauth, oauth.pkce.challenge)),
  "a code without a verifier": grant(async (oauth) =>
    without(oauth.exchangeOf(await oauth.newCode()), "code_verifier")
  ),
  "a code with an empty verifier": grant((oauth) => verified(oauth, "")),
  "a verifier that is too short": request((oauth) => verified(oauth, "a".repeat(42))),
  "a verifier that is too long": request((oauth) => verified(oauth, "a".repeat(129))),
  "a verifier with other characters": request((oauth) => verified(oauth, "é".repeat(43))),
  "a code with another redirect address": grant(async (oauth) => ({
    ...oauth.exchangeOf(await oauth.newCode()),
    redirect_uri: oauth.blog.webRedirectUrl
  })),
  "a code with a slash more": grant(async (oauth) => ({
    ...oauth.exchangeOf(await oauth.newCode()),
    redirect_uri: `${oauth.blog.redirectUrl}/`
  })),
  "an unknown code": grant((oauth) => oauth.exchangeOf("a".repeat(43))),
  "a code that no database takes": grant((oauth) => oauth.exchangeOf("\u0000")),
  "no code": request((oauth) => without(oauth.exchangeOf(""), "code")),
  "an empty code": request((oauth) => oauth.exchangeOf("")),
  "an expired code": grant(async (oauth) => {
    const code = await oauth.newCode()
    await ageCode(oauth, code)
    return oauth.exchangeOf(code)
  }),
  "another client's code": grant(async (oauth) => ({
    ...oauth.exchangeOf(await oauth.newCode()),
    client_id: oauth.rival.clientId
  })),
  "a refresh token as a code": grant(async (oauth) =>
    oauth.exchangeOf((await oauth.newTokens()).refresh_token)
  ),
  "no grant type": request(async (oauth) => without(oauth.exchangeOf(await oauth.newCode()), "grant_type")),
  "the password grant": type("password"),
  "the client's own grant": type("client_credentials"),
  "the implicit grant": type("implicit"),
  "no client": request(async (oauth) => without(oauth.exchangeOf(await oauth.newCode()), "client_id")),
  "an unknown client": client(async (oauth) => ({
    ...oauth.exchangeOf(await oauth.newCode()),
    client_id: "0".repeat(64)
  })),
  "a client of another ecosystem": client(async (oauth) => ({
    ...oauth.exchangeOf(await oauth.newCode()),
    client_id: oauth.mall.clientId
  })),
  "a native code without the partner's token": client(native),
  "a native code with another partner's token": client(native, ({ rival }) => rival.accessToken),
  "a native code with the token of an API key": client(native, (oauth) =>
    narrowToken(oauth, keyScopes.join(" "))
  ),
  "a native code with a token that may only read": client(native, (oauth) => narrowToken(oauth, "read")),
  "a native code with an unknown token": client(native, () => "a".repeat(43)),
  "a native code with a verifier": grant(
    async (oauth) => oauth.exchangeOf(await oauth.nativeCode()),
    ({ blog }) => blog.accessToken
  ),
  "a code with another partner's token": client(
    async (oauth) => oauth.exchangeOf(await oauth.newCode()),
    ({ rival }) => rival.accessToken
  ),
  "an unknown refresh token": grant((oauth) => oauth.refreshOf("a".repeat(43))),
  "no refresh token": request((oauth) => without(oauth.refreshOf(""), "refresh_token")),
  "an access token as a refresh token": grant(async (oauth) =>
    oauth.refreshOf((await oauth.newTokens()).access_token)
  ),
  "another client's refresh token": grant(async (oauth) => ({
    ...oauth.refreshOf((await oauth.newTokens()).refresh_token),
    client_id: oauth.rival.clientId
  })),
  "a refresh token with another partner's token": client(
    async (oauth) => oauth.refreshOf((await oauth.newTokens()).refresh_token),
    ({ rival }) => rival.accessToken
  ),
  "a refresh token with an unknown token": client(
    async (oauth) => oauth.refreshOf((await oauth.newTokens()).refresh_token),
    () => "a".repeat(43)
  ),
  "an expired refresh token": grant(async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    await ageToken(oauth, refresh_token)
    return oauth.refreshOf(refresh_token)
  }),
  "a revoked refresh token": grant(async (oauth) => {
    const { refresh_token: token } = await oauth.newTokens()
    await oauth.revoke({ client_id: oauth.blog.clientId, token })
    return oauth.refreshOf(token)
  }),
  "a refresh for more than was allowed": {
    error: "invalid_scope",
    fields: async (oauth) => {
      const reply = await oauth.submit(await oauth.visit())
      const code = locationOf(reply).searchParams.get("code") ?? ""
      const { refresh_token } = oauth.tokensIn(await oauth.token(oauth.exchangeOf(code)))
      return { ...oauth.refreshOf(refresh_token), scope: "profile fullname" }
    }
  },
  "a refresh for an unknown scope": {
    error: "invalid_scope",
    fields: async (oauth) => ({
      ...oauth.refreshOf((await oauth.newTokens()).refresh_token),
      scope: "admin"
    })
  }
}
