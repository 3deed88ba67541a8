import type { ComponentChildren } from "preact"
import { useId, useRef } from "preact/hooks"
import { parts } from "../words/common.ts"

/** The width of the menu, and its distance to the edges of the window. */
const width = 224
const edge = 12

/** Rare actions behind a button "…". The browser closes the menu on Esc and on a click elsewhere. */
export const ActionMenu = ({ children }: { readonly children: ComponentChildren }) => {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        class="button text"
        aria-label={parts.moreActions}
        popoverTarget={id}
        onClick={({ currentTarget }) => {
          const { bottom, right } = currentTarget.getBoundingClientRect()
          const left = Math.max(edge, Math.min(right, document.documentElement.clientWidth - edge) - width)
          menu.current?.style.setProperty("inset", `${bottom + scrollY + 4}px auto auto ${left}px`)
        }}
      >
        …
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: A key on an action clicks it. */}
      <div
        ref={menu}
        id={id}
        class="menu more"
        popover="auto"
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
