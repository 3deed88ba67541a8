import { ecosystems } from "../../app/session.ts"
import type { Faults } from "../../faults.ts"
import { Choice, Field } from "../../parts/Field.tsx"

interface Props {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint: string
  readonly fault?: string | undefined
}

/** Asks for the ecosystem: any word, or one of the allowed ones. Hidden if only one is allowed. */
export const EcosystemField = ({ fault, hint, onValue, value }: Props) => {
  const allowed = ecosystems.value
  if (allowed?.length === 1) return null
  const common = { label: "Ecosystem", name: "ecosystem", value, onValue, hint, fault }
  return allowed === null ? (
    <Field {...common} autoComplete="organization" />
  ) : (
    <Choice {...common} options={[["", "Choose"], ...allowed.map((word) => [word, word] as const)]} />
  )
}

/** The ecosystem is part of the path, so it cannot be empty. */
export const checkEcosystem = ({ ecosystem }: { readonly ecosystem: string }): Faults =>
  ecosystemOf(ecosystem) === "" ? { ecosystem: "is required" } : {}

/** The ecosystem that a form sends. */
export const ecosystemOf = (value: string): string => {
  const allowed = ecosystems.value
  return allowed?.length === 1 ? (allowed[0] ?? "") : value.trim()
}
