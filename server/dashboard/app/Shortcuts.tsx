import { signal } from "@preact/signals"
import { Dialog } from "../parts/Dialog.tsx"
import { mayOpen } from "./permissions.ts"
import { navigate, place } from "./router.ts"

const shortcuts = [
  { key: "/", does: "Search on this page" },
  { key: "n", does: "New rule" },
  { key: "Esc", does: "Close a dialog" },
  { key: "?", does: "This list" }
] as const

export const isListShown = signal(false)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Handles shortcuts, except in text fields and while a dialog is open. */
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
    if (mayOpen("/rules/new") && place.value.path !== "/rules/new") navigate("/rules/new")
  } else if (event.key === "?") {
    event.preventDefault()
    isListShown.value = true
  }
}

export const ShortcutList = () =>
  isListShown.value ? (
    <Dialog
      title="Keyboard"
      onClose={() => {
        isListShown.value = false
      }}
    >
      <dl class="keys">
        {shortcuts.map(({ does, key }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  ) : null
