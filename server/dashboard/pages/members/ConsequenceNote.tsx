import type { Consequence } from "./adjustment.ts"

/** What a change would do, in red if it would be refused. */
export const ConsequenceNote = ({ of: { isRefused, words } }: { readonly of: Consequence }) => (
  <p class={isRefused ? "say bad" : "say"} role="status">
    {words}
  </p>
)
