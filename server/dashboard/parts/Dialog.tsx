import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { parts } from "../words/common.ts"

interface Props {
  readonly title: string
  /** Called on Esc and by the Close button. Without it, the dialog cannot be closed without an answer. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** A modal dialog. The browser keeps the focus inside, and restores it afterwards. */
export const Dialog = ({ children, onClose, title }: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Runs before the next paint, so that a key that is pressed at once does not reach the page behind the dialog.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {onClose && (
          <button type="button" class="link" onClick={onClose}>
            {parts.close}
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
