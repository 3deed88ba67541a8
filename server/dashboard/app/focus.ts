/** The element that had the focus last, then its ancestors. */
let path: ReadonlyArray<Element> = []

const pathTo = (element: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (let each: Element | null = element; each !== null; each = each.parentElement) found.push(each)
  return found
}

const focusable = "a[href], button, input, select, textarea, summary"

/** The first control in the nearest ancestor that is still in the page, or the page's heading. */
const nextFocus = (): HTMLElement | null => {
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
  nextFocus()?.focus({ preventScroll: true })
}

/** Moves the focus to an element nearby when the focused one is removed, such as the button of a deleted row. */
export const keepFocus = (): void => {
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) path = pathTo(target)
  })
  new MutationObserver(recover).observe(document.body, { childList: true, subtree: true })
}
