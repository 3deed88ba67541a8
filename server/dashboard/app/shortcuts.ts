import { signal } from "@preact/signals"
import { navigate } from "./router.ts"

export const shortcuts = [
  { key: "/", does: "Search on this page" },
  { key: "n", does: "New rule" },
  { key: "Esc", does: "Close a dialog" },
  { key: "?", does: "This list" }
] as const

export const listing = signal(false)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys act on the page, not on a field that is typed in, nor behind a dialog. */
export const onKey = (event: KeyboardEvent): void => {
  if (event.repeat || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
  if (document.querySelector("dialog[open]") !== null) return
  if (event.key === "/") {
    const search = document.querySelector<HTMLInputElement>('input[type="search"]')
    if (search === null) return
    event.preventDefault()
    search.focus()
  } else if (event.key === "n") {
    event.preventDefault()
    navigate("/rules/new")
  } else if (event.key === "?") {
    event.preventDefault()
    listing.value = true
  }
}
