import type { ComponentChildren } from "preact"

interface Props {
  readonly children: ComponentChildren
  /** The default submits the form. */
  readonly onClick?: (() => void) | undefined
  /** `text` is for rare steps, `danger` for those that cannot be undone, and `danger line` for what leads to such a step. */
  readonly kind?: "plain" | "text" | "danger" | "danger line"
  readonly wide?: boolean
  /** Makes it inactive. Unlike a disabled button, it keeps the focus. */
  readonly off?: boolean
}

export const Button = ({ children, kind, off = false, onClick, wide = false }: Props) => (
  <button
    type={onClick === undefined ? "submit" : "button"}
    class={["button", kind, wide && "wide"].filter(Boolean).join(" ")}
    aria-disabled={off || undefined}
    onClick={(event) => {
      // Enter in a field of the form clicks it too.
      if (off) event.preventDefault()
      else onClick?.()
    }}
  >
    {children}
  </button>
)

/**
 * Makes a held Enter press a button once. Browsers press it again for every repeat of the key, which would pay or change a rule many
 * times in a second. In a text of several lines, repeats are new lines.
 */
export const ignoreHeldEnter = (): void =>
  addEventListener(
    "keydown",
    (event) => {
      const isLine = event.target instanceof HTMLTextAreaElement
      if (event.repeat && event.key === "Enter" && !isLine) event.preventDefault()
    },
    { capture: true }
  )
