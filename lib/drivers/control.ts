const opening = /^\s*(BEGIN|START\s+TRANSACTION)\b/i
const closing = /^\s*(COMMIT|END|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i
const committing = /^\s*(COMMIT|END)\b/i

/** What a statement does to the transaction of its connection. Callers may begin one by hand on a reserved connection. */
export const begins = (text: string): boolean => opening.test(text)

/** Going back to a savepoint ends nothing. */
export const ends = (text: string): boolean => closing.test(text)

export const commits = (text: string): boolean => committing.test(text)
