/** The element that had the focus last, and those around it, from the inside. */
let path: ReadonlyArray<Element> = []

const pathTo = (element: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (let each: Element | null = element; each !== null; each = each.parentElement) found.push(each)
  return found
}

const focusable = "a[href], button, input, select, textarea, summary"

/** Where to go on: the first control of what is left around the element, or the heading of the page. */
const heir = (): HTMLElement | null => {
  const left = path.find((element) => element.isConnected)
  const isPart = left?.parentElement?.closest("main, dialog[open]") !== null
  return (
    (isPart ? left?.querySelector<HTMLElement>(focusable) : undefined) ??
    document.querySelector<HTMLElement>("h1")
  )
}

const recover = (): void => {
  const [last] = path
  if (last === undefined || last.isConnected || document.activeElement !== document.body) return
  path = []
  heir()?.focus({ preventScroll: true })
}

/** Keeps the focus in the page when the element that has it goes away: a row that is removed, a button that turns into a sentence. */
export const keepFocus = (): void => {
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) path = pathTo(target)
  })
  new MutationObserver(recover).observe(document.body, { childList: true, subtree: true })
}
