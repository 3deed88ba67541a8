const opening = /^\s*(BEGIN|START\s+TRANSACTION)\b/i
const closing = /^\s*(COMMIT|END|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i
const committing = /^\s*(COMMIT|END)\b/i

/** Whether a statement begins a transaction. A host may begin one by hand, on a connection that it has reserved. */
export const begins = (text: string): boolean => opening.test(text)

/** Whether a statement ends the transaction of its connection. ROLLBACK TO SAVEPOINT does not. */
export const ends = (text: string): boolean => closing.test(text)

export const commits = (text: string): boolean => committing.test(text)
