import type { ComponentChildren } from "preact"

interface Props {
  readonly title: string
  /** Buttons and links at the top. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page: its heading takes the focus when the page opens, so that screen readers start there. */
export const Page = ({ actions, children, title }: Props) => (
  <>
    <header class="top">
      <h1 tabIndex={-1}>{title}</h1>
      {actions && <div class="actions">{actions}</div>}
    </header>
    {children}
  </>
)
