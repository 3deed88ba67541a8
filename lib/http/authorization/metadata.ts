import { Effect } from "effect"
import { userScopes } from "../../accounts/authorization/Authorization.ts"
import type { EndpointHandler, Target } from "../handle.ts"
import type { Metadata } from "./schemas.ts"

/** Returns the issuer identifier of an ecosystem's authorization server (RFC 8414). */
export const issuerOf = ({ eco, publicUrl }: Target): string => `${publicUrl}/api/v1/${eco}`

const documentOf = (issuer: string): typeof Metadata.Encoded => ({
  issuer,
  authorization_endpoint: `${issuer}/users/authorization`,
  token_endpoint: `${issuer}/users/authorization/token`,
  revocation_endpoint: `${issuer}/users/authorization/revoke`,
  scopes_supported: userScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true
})

/** RFC 8414 defines the whole body, so the answer has no envelope. */
export const showMetadata: EndpointHandler<"public", never> = (incoming) =>
  Effect.succeed({
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    text: JSON.stringify(documentOf(issuerOf(incoming)))
  })
