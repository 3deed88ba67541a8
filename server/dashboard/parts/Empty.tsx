import type { ComponentChildren } from "preact"
import { setQuery } from "../app/router.ts"
import { parts } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { CurlDetails } from "./Code.tsx"

interface Props {
  readonly title: string
  /** What this page is for, in one sentence. */
  readonly children: ComponentChildren
  /** The next step: one link or button. */
  readonly action?: ComponentChildren
  /** The same step as a curl command. */
  readonly curl?: string
}

/** An empty page: what it is for, the next step, and the same step with curl. */
export const Empty = ({ action, children, curl, title }: Props) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
    {curl && <CurlDetails text={curl} />}
  </div>
)

interface NoMatchProps {
  /** What does not match, such as "No rule matches". */
  readonly title: string
  /** The names of the filters in the address. */
  readonly filters: ReadonlyArray<string>
  /** The text of the button. */
  readonly clear?: string
  readonly children?: ComponentChildren
}

/** A list whose filters match nothing, with a button that clears them. */
export const NoMatch = ({ children, clear = parts.clearFilters, filters, title }: NoMatchProps) => (
  <Empty
    title={title}
    action={
      <Button kind="plain" onClick={() => setQuery(Object.fromEntries(filters.map((name) => [name, ""])))}>
        {clear}
      </Button>
    }
  >
    {children ?? parts.filtersInAddress}
  </Empty>
)
