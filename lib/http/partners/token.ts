import { Duration } from "effect"
import type { AccessToken as Token } from "../../accounts/sessions/Tokens.ts"
import type { Answer } from "../handle.ts"
import type { AccessToken } from "./api.ts"

/** The answer to a login, be it with a password or with an API key. */
export const loggedIn = ({ accessToken, expiresIn }: Token): Answer<typeof AccessToken.Encoded> => ({
  message: "Logged in successfully",
  data: { accessToken, tokenType: "Bearer", expiresIn: Duration.toSeconds(expiresIn) }
})
