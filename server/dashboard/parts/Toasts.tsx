import { signal } from "@preact/signals"

interface Toast {
  readonly id: number
  readonly text: string
}

const toasts = signal<ReadonlyArray<Toast>>([])
let count = 0

/** Shows a short message after a success. Failures are shown where they happen. */
export const toast = (text: string): void => {
  count += 1
  const id = count
  toasts.value = [...toasts.value.slice(-2), { id, text }]
  setTimeout(() => {
    toasts.value = toasts.value.filter((each) => each.id !== id)
  }, 6000)
}

export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
)
