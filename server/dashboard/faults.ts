import { ApiFailure } from "./api.ts"

/** The faults of a form by field. Each reads on from the field's name, such as "is required". */
export type Faults = Readonly<Record<string, string>>

const sentence = /^([A-Za-z][\w.[\]]*) ((?:is|must|cannot|has|have|needs|may|should)\b.*)$/s

/** The faults in a refusal of the API, which lists all of them with semicolons between. */
export const faultsOf = (error: unknown): Faults => {
  // A 401 names a field when the current password that was sent with a change is wrong.
  if (!(error instanceof ApiFailure) || (error.status !== 400 && error.status !== 401)) return {}
  const parts = error.message.split(/; (?=[A-Za-z][\w.[\]]* (?:is|must|cannot|has|have|needs|may|should)\b)/)
  const found: Record<string, string> = {}
  for (const part of parts) {
    const [, field, problem] = sentence.exec(part) ?? []
    if (field !== undefined && problem !== undefined && !(field in found)) found[field] = problem
  }
  return found
}
