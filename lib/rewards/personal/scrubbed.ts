/** Finds and replaces the ids of an erased member in stored JSON. */

/** The names of the fields that contain ids of members. Other fields can have the same text by chance. */
const idFields: ReadonlySet<string> = new Set(["userId", "linkedId", "mergedUserId"])

/** Returns a pattern for LIKE, with the escape character `\`, that finds JSON with this text. It can also find JSON with a similar text. */
export const containing = (text: string): string => `%${JSON.stringify(text).replace(/[\\%_]/g, "\\$&")}%`

/** Whether a field of the JSON has one of these ids. */
export const hasId = (json: string, ids: ReadonlyArray<string>): boolean => {
  let found = false
  JSON.parse(json, (field, value: unknown) => {
    if (idFields.has(field) && typeof value === "string" && ids.includes(value)) found = true
    return value
  })
  return found
}

/** Returns the JSON with the pseudonym in place of these ids. */
export const scrubbed = (json: string, ids: ReadonlyArray<string>, pseudonym: string): string =>
  JSON.stringify(
    JSON.parse(json, (field, value: unknown) =>
      idFields.has(field) && typeof value === "string" && ids.includes(value) ? pseudonym : value
    )
  )
