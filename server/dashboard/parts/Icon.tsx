import { type IconName, strokes } from "./strokes.ts"

/** An icon beside a word. It says nothing that the word does not say, so screen readers skip it. */
export const Icon = ({ of }: { readonly of: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={strokes[of]} />
  </svg>
)
