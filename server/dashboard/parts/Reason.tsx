import { reasonOf } from "../api.ts"
import { SaidWords } from "./Fault.tsx"

/** Why something failed. */
export const Reason = ({ of }: { readonly of: unknown }) => <SaidWords {...reasonOf(of)} />
