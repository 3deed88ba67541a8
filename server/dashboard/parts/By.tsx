import type { ComponentChildren } from "preact"
import type { Orderer } from "../contract.ts"
import { parts } from "../words/common.ts"
import { Given } from "./Given.tsx"

/** Who ordered a record, to be read after its time. Shows nothing if nobody is named. */
export const By = ({ of }: { readonly of: Orderer | null }): ComponentChildren =>
  of === null ? null : parts.by(<Given>{of.name}</Given>)
