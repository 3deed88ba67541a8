import type { ComponentChildren } from "preact"
import { useLayoutEffect } from "preact/hooks"
import { mayOpen } from "../app/permissions.ts"
import { href } from "../app/router.ts"
import { parts } from "../words/common.ts"
import { Empty } from "./Empty.tsx"

/** What the router passes to a page. */
export interface PageProps {
  /** The values of the path's parameters: `/rules/:id` has `id`. */
  readonly params: Readonly<Record<string, string>>
}

interface Props {
  readonly title: string
  /** What the title names, such as "Rule" for the name of a rule. */
  readonly of?: string
  /** The list that the page belongs to. */
  readonly crumb?: { readonly to: string; readonly text: string }
  /** States, beside the title. */
  readonly state?: ComponentChildren
  /** A line below the title, such as an id. */
  readonly under?: ComponentChildren
  /** Buttons and links at the top. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page. Its heading gets the focus when the page opens, so that screen readers start there. */
export const Page = ({ actions, children, crumb, of, state, title, under }: Props) => {
  useTitle(title, of)
  const heading = (
    <h1 tabIndex={-1} dir="auto">
      {title}
    </h1>
  )
  return (
    <>
      {crumb && (
        <p class="crumb">
          <a href={href(crumb.to)}>{crumb.text}</a>
        </p>
      )}
      <header class="top">
        {state || under ? (
          <div>
            <div class="title">
              {heading}
              {state}
            </div>
            {under && <p class="ids">{under}</p>}
          </div>
        ) : (
          heading
        )}
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** The title of the window, such as "spring · Rule · Laurel". */
export const titleOf = (title: string, of: string | undefined): string =>
  [title, ...(of === undefined || of === title ? [] : [of]), "Laurel"].join(" · ")

/** Sets the title of the window, also when the page learns later what it is about. */
export const useTitle = (title: string, of?: string): void =>
  useLayoutEffect(() => {
    document.title = titleOf(title, of)
  }, [title, of])

interface LinkProps {
  /** The path within the dashboard. */
  readonly to: string
  readonly kind?: "plain"
  readonly children: ComponentChildren
}

/** A link to another page that looks like a button. It is hidden from people whose role does not allow what the page is for. */
export const ButtonLink = ({ children, kind, to }: LinkProps) =>
  mayOpen(to) ? (
    <a class={kind === undefined ? "button" : `button ${kind}`} href={href(to)}>
      {children}
    </a>
  ) : null

export const NotAllowed = () => (
  <Page title={parts.notAllowed}>
    <Empty title={parts.notAllowedTitle} action={<ButtonLink to="/">{parts.toOverview}</ButtonLink>}>
      {parts.notAllowedHint}
    </Empty>
  </Page>
)

export const NotFound = () => (
  <Page title={parts.notFound}>
    <Empty title={parts.notFoundTitle} action={<ButtonLink to="/">{parts.toOverview}</ButtonLink>}>
      {parts.notFoundHint}
    </Empty>
  </Page>
)
