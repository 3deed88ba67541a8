import type { ComponentChildren } from "preact"

export interface Sum {
  readonly label: string
  readonly value: ComponentChildren
  /** What the value means, such as a rank. */
  readonly note?: ComponentChildren
}

/** A few large numbers beside each other, two by two on a narrow screen. */
export const Sums = ({ sums }: { readonly sums: ReadonlyArray<Sum> }) => (
  <dl class="panel tiles">
    {sums.map(({ label, note, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <span class="value">{value}</span>
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
