import type { ComponentChildren } from "preact"
import { exact, rounded } from "./numbers.ts"

export interface Sum {
  readonly label: string
  readonly value: number
  /** What the value means, such as a rank. */
  readonly note: ComponentChildren
}

/** A row of up to four large numbers, two by two on a narrow screen. */
export const Sums = ({ sums }: { readonly sums: ReadonlyArray<Sum> }) => (
  <dl class={sums.length === 3 ? "panel tiles three" : "panel tiles"}>
    {sums.map(({ label, note, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <span class="value" title={exact(value)}>
            {rounded(value)}
          </span>
          <small>{note}</small>
        </dd>
      </div>
    ))}
  </dl>
)
