import { Button } from "./Button.tsx"
import { Failure } from "./Failure.tsx"
import type { More } from "./more.ts"

/** The button below a list that goes on. */
export const ShowMore = ({ of }: { readonly of: More<unknown> }) =>
  of.failure !== undefined ? (
    <Failure of={of.failure} retry={of.more} />
  ) : of.hasMore ? (
    <p class="more">
      <Button kind="plain" off={of.busy} onClick={of.more}>
        {of.busy ? "Reading…" : "Show more"}
      </Button>
    </p>
  ) : null
