interface Props {
  readonly value: number
  /** The value of a bar of full length. */
  readonly max: number
  readonly strong?: boolean
}

/** A bar of a chart. The number that it shows stands beside it in words. */
export const Share = ({ max, strong = false, value }: Props) => (
  <svg class={`share${strong ? " strong" : ""}`} aria-hidden="true">
    <rect width={`${max === 0 ? 0 : Math.min(100, (value / max) * 100)}%`} height="100%" rx="3" />
  </svg>
)
