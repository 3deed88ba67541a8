import { ApiFailure, messageOf } from "../api.ts"
import { Button } from "./Button.tsx"

interface Props {
  readonly of: unknown
  /** What did not work, as a sentence without its full stop. */
  readonly what?: string
  readonly retry?: () => void
}

/** A failure in the API's words, with the request id for the service's log. */
export const Failure = ({ of, retry, what = "This did not load" }: Props) => (
  <div class="notice bad" role="alert">
    <h2>{what}</h2>
    <p class="words">{messageOf(of)}</p>
    {of instanceof ApiFailure && (
      <p class="quiet">
        Request <code>{of.requestId}</code>
      </p>
    )}
    {retry && (
      <Button kind="plain" onClick={retry}>
        Try again
      </Button>
    )}
  </div>
)
