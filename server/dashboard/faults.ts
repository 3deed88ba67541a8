import { ApiFailure } from "./api.ts"

/** What is wrong with a form, by field: `problem` reads on from the field's name, as in "is required". */
export type Faults = Readonly<Record<string, string>>

const sentence = /^([A-Za-z][\w.[\]]*) ((?:is|must|cannot|has|have|needs|may|should)\b.*)$/s

/** The fields that a refusal names. The API names all of them at once, with semicolons between. */
export const faultsOf = (error: unknown): Faults => {
  // 401 names a field too, where the password that proves a change is wrong.
  if (!(error instanceof ApiFailure) || (error.status !== 400 && error.status !== 401)) return {}
  const parts = error.message.split(/; (?=[A-Za-z][\w.[\]]* (?:is|must|cannot|has|have|needs|may|should)\b)/)
  const found: Record<string, string> = {}
  for (const part of parts) {
    const [, field, problem] = sentence.exec(part) ?? []
    if (field !== undefined && problem !== undefined && !(field in found)) found[field] = problem
  }
  return found
}
