/** A pseudonym is the user id of an erased member. It contains nothing of the ids that the member had. */

const prefix = "erased-"

/** Makes a pseudonym from a new random id. */
export const pseudonymOf = (id: string): string => `${prefix}${id.replaceAll("-", "").slice(-16)}`

/** Whether an id has the form of a pseudonym. No new member can have such an id. */
export const isPseudonym = (userId: string): boolean => /^erased-[0-9a-f]{16}$/.test(userId)

/** Matches the pseudonyms in a text. */
export const pseudonyms = /\berased-[0-9a-f]{16}\b/g
