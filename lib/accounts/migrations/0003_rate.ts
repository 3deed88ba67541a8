import type { Dialect } from "../../sql/Dialect.ts"

/** Requests that processes have set aside for themselves in a minute, where rate limits are counted for all of them. */
export const rate = (dialect: Dialect): ReadonlyArray<string> => {
  const { text, integer } = dialect.types
  return [
    `CREATE TABLE rewards_rate (
      minute ${integer} NOT NULL,
      taken ${integer} NOT NULL,
      allowed ${integer} NOT NULL,
      name ${text} NOT NULL,
      PRIMARY KEY (minute, name)
    )${dialect.tableOptions({ updatedOften: true })}`
  ]
}
