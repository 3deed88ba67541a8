interface Props {
  /** How many lines or rows what it stands for has. */
  readonly rows: number
  readonly size?: "line" | "row" | "tile" | "plot" | "chart"
}

/** Stands for what is being read, in its size. */
export const Skeleton = ({ rows, size = "row" }: Props) => (
  <div class={`skeleton ${size}`} aria-hidden="true">
    {Array.from({ length: rows }, (_, index) => (
      <i key={index} />
    ))}
  </div>
)
