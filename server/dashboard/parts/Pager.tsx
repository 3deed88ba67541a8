interface Props {
  /** What is paged, for those who do not see it: "Members". */
  readonly label: string
  /** Where on the list this page is, in words. */
  readonly words?: string
  /** The addresses of other pages, by what their links say. Those that do not exist are left out. */
  readonly links: ReadonlyArray<readonly [text: string, href: string | undefined]>
}

/** Another page of a list is read from its top. A click that opens another tab leaves this one where it is. */
const toTop = (event: MouseEvent): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** Links to other pages of a list. Each is an address, so that going back leads to the page before. */
export const Pager = ({ label, links, words }: Props) => {
  const present = links.flatMap(([text, href]) => (href === undefined ? [] : [[text, href] as const]))
  if (present.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nav is a landmark, which the pages' own navigation is.
    <div class="pager" role="group" aria-label={`Pages of ${label}`}>
      {words && <span>{words}</span>}
      {present.map(([text, href]) => (
        <a key={text} class="button plain" href={href} onClick={toTop}>
          {text}
        </a>
      ))}
    </div>
  )
}

/** The pages of a list that goes on after its last entry: it knows its start and what follows. */
export const keysetLinks = (
  after: string | null,
  next: string | null,
  hrefOf: (after: string | undefined) => string
): Props["links"] => [
  ["First page", after === null ? undefined : hrefOf(undefined)],
  ["Next page", next === null ? undefined : hrefOf(next)]
]
