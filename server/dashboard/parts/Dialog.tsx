import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"

interface Props {
  readonly title: string
  /** Called when it is closed, by Esc or its button. A dialog without it has to be answered. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** A modal dialog. The browser keeps the focus inside, and gives it back to where it was. */
export const Dialog = ({ children, onClose, title }: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Before the next paint: a key that is pressed as soon as the dialog is there must not reach the page behind it.
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
            Close
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
