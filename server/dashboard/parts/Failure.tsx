import { ApiFailure } from "../api.ts"
import { parts } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { Reason } from "./Reason.tsx"

interface Props {
  readonly of: unknown
  /** What did not work, as a sentence without its full stop. */
  readonly what?: string
  readonly retry?: () => void
}

/** A failure in the API's words, with the request id for the service's log. */
export const Failure = ({ of, retry, what = parts.thisNotLoaded }: Props) => (
  <div class="notice bad" role="alert">
    <h2>{what}</h2>
    <p class="words">
      <Reason of={of} />
    </p>
    {of instanceof ApiFailure && <p class="quiet">{parts.request(<code>{of.requestId}</code>)}</p>}
    {retry && (
      <Button kind="plain" onClick={retry}>
        {parts.tryAgain}
      </Button>
    )}
  </div>
)
