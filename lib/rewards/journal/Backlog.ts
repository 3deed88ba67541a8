import { Context, Layer } from "effect"

/**
 * How many commands of this process have been submitted and are not written yet. Background work that shares the process steps
 * back while there are many, since callers wait for these commands, and no caller waits for that work.
 */
export class Backlog extends Context.Tag("rewards/Backlog")<
  Backlog,
  {
    readonly size: () => number
    /** Tells how the number is found. Without it, nothing waits. */
    readonly follow: (size: () => number) => void
  }
>() {
  static readonly layer: Layer.Layer<Backlog> = Layer.sync(this, () => {
    let find = () => 0
    return {
      size: () => find(),
      follow: (size) => {
        find = size
      }
    }
  })
}
