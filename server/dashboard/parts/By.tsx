import type { Orderer } from "../contract.ts"
import { Given } from "./Given.tsx"

/** Who ordered a record, to be read after its time. Shows nothing if nobody is named. */
export const By = ({ of }: { readonly of: Orderer | null }) =>
  of === null ? null : (
    <>
      {" by "}
      <Given>{of.name}</Given>
    </>
  )
