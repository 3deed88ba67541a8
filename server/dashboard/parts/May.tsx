import type { ComponentChildren } from "preact"
import { may } from "../app/permissions.ts"
import type { PageOperation } from "../contract.ts"

interface Props {
  readonly call: PageOperation
  readonly children: ComponentChildren
}

/** Shows the children only to people whose role allows the operation. */
export const May = ({ call, children }: Props): ComponentChildren => (may(call) ? children : null)
