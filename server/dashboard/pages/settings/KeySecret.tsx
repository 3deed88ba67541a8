import type { NewApiKey } from "../../contract.ts"
import { ShownOnce } from "../../parts/ShownOnce.tsx"

interface Props {
  readonly made: NewApiKey
  readonly onKept: () => void
}

/** The new key with its secret, and the call that gets an access token for them. */
export const KeySecret = ({ made: { apiKey, apiSecret, name }, onKept }: Props) => (
  <ShownOnce
    title="API key created"
    onKept={onKept}
    values={[
      ["API key", apiKey],
      ["Secret", apiSecret],
      [
        "An access token, for four hours",
        `curl -X POST -u '${apiKey}:${apiSecret}' ${location.origin}/api/v1/laas/iam/login`
      ]
    ]}
  >
    <b>{name}</b> logs in with these two, and calls the API with the access token that it gets.
  </ShownOnce>
)
