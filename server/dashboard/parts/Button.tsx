import type { ComponentChildren } from "preact"

interface Props {
  readonly children: ComponentChildren
  /** What it does; without it, it sends the form that it is in. */
  readonly onClick?: (() => void) | undefined
  readonly kind?: "plain" | "danger"
  readonly wide?: boolean
  /** Whether it does nothing at the moment. It keeps the focus, which browsers take from a disabled button. */
  readonly off?: boolean
}

export const Button = ({ children, kind, off = false, onClick, wide = false }: Props) => (
  <button
    type={onClick === undefined ? "submit" : "button"}
    class={["button", kind, wide && "wide"].filter(Boolean).join(" ")}
    aria-disabled={off || undefined}
    onClick={(event) => {
      // Enter in a field of its form clicks it, too.
      if (off) event.preventDefault()
      else onClick?.()
    }}
  >
    {children}
  </button>
)
