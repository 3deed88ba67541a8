import type { ComponentChildren } from "preact"
import { mayOpen } from "../app/permissions.ts"
import { href } from "../app/router.ts"
import { Empty } from "./Empty.tsx"

/** What the router passes to a page. */
export interface PageProps {
  /** The values of the path's parameters: `/rules/:id` has `id`. */
  readonly params: Readonly<Record<string, string>>
}

interface Props {
  readonly title: string
  /** Buttons and links at the top. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page. Its heading gets the focus when the page opens, so that screen readers start there. */
export const Page = ({ actions, children, title }: Props) => (
  <>
    <header class="top">
      <h1 tabIndex={-1}>{title}</h1>
      {actions && <div class="actions">{actions}</div>}
    </header>
    {children}
  </>
)

interface LinkProps {
  /** The path within the dashboard. */
  readonly to: string
  readonly kind?: "plain"
  readonly children: ComponentChildren
}

/** A link to another page that looks like a button. */
/** Leads to a page. It is hidden from people whose role does not allow what the page is for. */
export const ButtonLink = ({ children, kind, to }: LinkProps) =>
  mayOpen(to) ? (
    <a class={kind === undefined ? "button" : `button ${kind}`} href={href(to)}>
      {children}
    </a>
  ) : null

export const NotAllowed = () => (
  <Page title="Not for your role">
    <Empty title="Your role does not allow this" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
      An owner can give you another role.
    </Empty>
  </Page>
)

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty title="There is no such page" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
      The address may be mistyped, or the page has moved.
    </Empty>
  </Page>
)
