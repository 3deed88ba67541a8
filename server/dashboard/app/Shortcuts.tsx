import { signal } from "@preact/signals"
import { Dialog } from "../parts/Dialog.tsx"
import { app } from "../words/common.ts"
import { isPaletteOpen } from "./palette/state.ts"
import { mayOpen } from "./permissions.ts"
import { navigate, place } from "./router.ts"
import { session } from "./session.ts"

/** Apple keyboards have the command key, where others have Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
export const paletteKey = isApple ? "⌘ K" : `${app.ctrl} K`

const shortcuts = [
  { key: paletteKey, does: app.searchAndCommands },
  { key: "/", does: app.searchOnPage },
  { key: "a", does: app.award },
  { key: "n", does: app.newRule },
  { key: "Esc", does: app.closeDialog },
  { key: "?", does: app.thisList }
] as const

export const isListShown = signal(false)

export const openPalette = (): void => {
  if (session.value.state === "in") isPaletteOpen.value = true
}

const isPaletteKey = ({ altKey, ctrlKey, key, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Handles shortcuts, except in text fields and while a dialog is open. */
export const onKey = (event: KeyboardEvent): void => {
  // Also in text fields, where it types nothing.
  if (isPaletteKey(event)) {
    event.preventDefault()
    if (!event.repeat && document.querySelector("dialog[open]") === null) openPalette()
    return
  }
  if (event.repeat || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
  if (document.querySelector("dialog[open]") !== null) return
  if (event.key === "/") {
    const search = document.querySelector<HTMLInputElement>('input[type="search"]')
    if (search === null) return
    event.preventDefault()
    search.focus()
  } else if (event.key === "n" || event.key === "a") {
    event.preventDefault()
    const to = event.key === "n" ? "/rules/new" : "/award"
    if (mayOpen(to) && place.value.path !== to) navigate(to)
  } else if (event.key === "?") {
    event.preventDefault()
    isListShown.value = true
  }
}

export const ShortcutList = () =>
  isListShown.value ? (
    <Dialog
      title={app.keyboard}
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
