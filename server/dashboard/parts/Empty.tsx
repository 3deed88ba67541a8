import type { ComponentChildren } from "preact"
import { Code } from "./Code.tsx"

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
    {curl && (
      <details>
        <summary>The same with curl</summary>
        <Code label="curl" text={curl} />
      </details>
    )}
  </div>
)
