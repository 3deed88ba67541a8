import { Refused, type Wanted, type Written } from "../../baselines/award.ts"
import { openAwards } from "../../baselines/postgres.ts"
import { openDatabase, prepareAward, prepareTransaction } from "../../baselines/sqlite.ts"
import { connections } from "../../stores.ts"
import type { ServerOptions } from "../spawn.ts"
import { unwritten } from "./contract.ts"
import { type FindToken, openTokens, type TokenRow, tokenSql } from "./tokens.ts"

/** What the hand-written server needs from its database. */
export interface HandStore {
  readonly award: (wanted: Wanted) => Promise<Written> | Written
  readonly findToken: FindToken
  readonly close: () => Promise<void>
}

type Open = (options: ServerOptions) => HandStore

const unwrittenAwards: Open = ({ place }) => ({ ...openTokens(place), award: unwritten })

const openSqlite = (place: string) => {
  const database = openDatabase(place.replace(/^sqlite:/, ""))
  const { findToken, close } = openTokens(place)
  return {
    database,
    findToken,
    close: async () => {
      database.close()
      await close()
    }
  }
}

const each: Open = ({ place, partnerId }) => {
  const { database, ...rest } = openSqlite(place)
  const award = prepareAward(database, partnerId)
  const transaction = prepareTransaction(database)
  return { ...rest, award: (wanted) => transaction(() => award(wanted)) }
}

interface Waiting {
  readonly wanted: Wanted
  readonly answer: PromiseWithResolvers<Written>
}

/** Requests that arrive in the same turn of the event loop share a commit, and are answered after it. */
const grouped: Open = ({ place, partnerId }) => {
  const { database, ...rest } = openSqlite(place)
  const award = prepareAward(database, partnerId)
  const transaction = prepareTransaction(database)
  let waiting: Array<Waiting> = []

  const awardOrRefuse = ({ wanted }: Waiting): Written | Refused => {
    try {
      return award(wanted)
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  }

  const flush = () => {
    const group = waiting
    waiting = []
    try {
      const results = transaction(() => group.map(awardOrRefuse))
      for (const [index, { answer }] of group.entries()) {
        const result = results[index]!
        if (result instanceof Refused) answer.reject(result)
        else answer.resolve(result)
      }
    } catch (error) {
      for (const { answer } of group) answer.reject(error)
    }
  }

  return {
    ...rest,
    award: (wanted) => {
      if (waiting.length === 0) setImmediate(flush)
      const answer = Promise.withResolvers<Written>()
      waiting.push({ wanted, answer })
      return answer.promise
    }
  }
}

const postgres: Open = ({ place, partnerId }) => {
  const { pool, award } = openAwards(place, partnerId, connections)
  return {
    award,
    findToken: async (hash) =>
      (await pool.query<TokenRow>({ name: "findToken", text: tokenSql("$1"), values: [hash] })).rows[0],
    close: () => pool.end()
  }
}

export const handStores: Readonly<Record<string, Open>> = {
  unwritten: unwrittenAwards,
  each,
  grouped,
  postgres
}
