import type { ComponentChildren } from "preact"
import { Failure } from "./Failure.tsx"
import { type Load, online } from "./load.ts"
import { Offline } from "./Offline.tsx"

interface Props<A> {
  readonly of: Load<A>
  /** Keeps the size of what it stands for. */
  readonly skeleton: ComponentChildren
  readonly children: (data: A) => ComponentChildren
}

/** What was read, or in its place: a skeleton, the failure with a retry, or that there is no network. */
export const Loaded = <A,>({ children, of, skeleton }: Props<A>) => {
  if (of.failure !== undefined) return <Failure of={of.failure} retry={of.reload} />
  if (of.data !== undefined) return <div aria-busy={of.loading}>{children(of.data)}</div>
  return online.value ? <div aria-busy="true">{skeleton}</div> : <Offline />
}
