import { hrefWith, place } from "../app/router.ts"
import { parts } from "../words/common.ts"

interface Props {
  /** The name of the list for screen readers. */
  readonly label: string
  /** The position of this page, such as "Page 2 of 5". */
  readonly words?: string
  /** Link texts with their URLs. Links without a URL are not shown. */
  readonly links: ReadonlyArray<readonly [text: string, href: string | undefined]>
}

/** Scrolls to the top of the next page, except if the click opens another tab. */
const toTop = (event: MouseEvent): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** Links to other pages of a list. The Back button returns to the previous page. */
export const Pager = ({ label, links, words }: Props) => {
  const present = links.flatMap(([text, href]) => (href === undefined ? [] : [[text, href] as const]))
  if (present.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nav would be another landmark beside the navigation.
    <div class="pager" role="group" aria-label={parts.pagesOf(label)}>
      {words && <span>{words}</span>}
      {present.map(([text, href]) => (
        <a key={text} class="button plain" href={href} onClick={toTop}>
          {text}
        </a>
      ))}
    </div>
  )
}

interface KeysetProps {
  readonly label: string
  /** The start of this page; null on the first page. */
  readonly after: string | null
  /** The start of the next page; null on the last page. */
  readonly next: string | null
}

/** Links of a list that can only be read forwards: to its first and to its next page. */
export const KeysetPager = ({ after, label, next }: KeysetProps) => (
  <Pager
    label={label}
    links={[
      [parts.firstPage, after === null ? undefined : hrefWith({ after: undefined })],
      [parts.nextPage, next === null ? undefined : hrefWith({ after: next })]
    ]}
  />
)

interface OlderProps {
  /** The list's paging parameter, in the API and in the address. */
  readonly by: "before" | "after"
  /** The start of the next page; null on the last page. */
  readonly next: string | null
}

/** Links of a list in descending order of time. */
export const Older = ({ by, next }: OlderProps) => {
  const isFirst = !place.value.query.has(by)
  if (isFirst && next === null) return null
  return (
    <p class="pages">
      {!isFirst && (
        <a class="button plain" href={hrefWith({ [by]: undefined })}>
          {parts.newest}
        </a>
      )}
      {next !== null && (
        <a class="button plain" href={hrefWith({ [by]: next })}>
          {parts.older}
        </a>
      )}
    </p>
  )
}
