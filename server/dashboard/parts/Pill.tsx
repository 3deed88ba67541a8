import type { ComponentChildren } from "preact"

interface Props {
  readonly tone?: "good" | "near" | "full" | "over" | "plain"
  readonly children: ComponentChildren
}

/** A state in one word. */
export const Pill = ({ children, tone = "plain" }: Props) => <span class={`pill ${tone}`}>{children}</span>
