import { ApiFailure } from "../api.ts"

interface Props {
  readonly of: unknown
  readonly retry?: () => void
}

const words = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

/** A failure in the API's words, with the request id for the service's log. */
export const Failure = ({ of, retry }: Props) => (
  <div class="notice bad" role="alert">
    <h2>That did not work</h2>
    <p class="words">{words(of)}</p>
    {of instanceof ApiFailure && (
      <p class="quiet">
        Request <code>{of.requestId}</code>
      </p>
    )}
    {retry && (
      <button type="button" class="button plain" onClick={retry}>
        Try again
      </button>
    )}
  </div>
)
