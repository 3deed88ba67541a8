import type { ComponentChildren } from "preact"
import { Code } from "./Code.tsx"

interface Props {
  readonly title: string
  /** What this page is for, in one sentence. */
  readonly children: ComponentChildren
  /** The next step: one link or button. */
  readonly action?: ComponentChildren
  /** The call that does the same. */
  readonly curl?: string
}

/** An empty page teaches: what it is for, the next step, and how a program takes it. */
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
