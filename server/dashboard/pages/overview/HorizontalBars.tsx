import type { ComponentChildren } from "preact"
import { exact } from "../../parts/numbers.ts"

interface Bar {
  readonly key: string
  readonly name: ComponentChildren
  /** A second, small line. */
  readonly under?: ComponentChildren
  readonly value: number
  /** What stands beside the figure. */
  readonly aside?: ComponentChildren
}

interface Props {
  readonly bars: ReadonlyArray<Bar>
  readonly kind?: "grey"
}

/** A rank of things, each with its figure at the right. */
export const HorizontalBars = ({ bars, kind }: Props) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="hbars">
      {bars.map(({ aside, key, name, under, value }) => (
        <li key={key}>
          <span>
            {name}
            {under && <span class="under">{under}</span>}
          </span>
          <span class="number">
            {exact(value)}
            {aside && <small>{aside}</small>}
          </span>
          <i class={kind} style={{ width: `${(value / most) * 100}%` }} aria-hidden="true" />
        </li>
      ))}
    </ul>
  )
}
