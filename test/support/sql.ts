// Runs SQL on a database that the service also has open.
import { Database } from "bun:sqlite"
import pg from "pg"
import * as Batch from "../../lib/sql/Batch.ts"

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>
export type Sql = (text: string) => Promise<Rows>

const inFile = (path: string, text: string): Rows => {
  const database = new Database(path)
  try {
    database.run("PRAGMA busy_timeout = 10000")
    return database.query<Record<string, unknown>, []>(text).all()
  } finally {
    database.close()
  }
}

const onServer = async (url: string, text: string): Promise<Rows> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs SQL at a database's address, on a separate connection. */
export const sqlAt =
  (url: string): Sql =>
  async (text) =>
    url.startsWith("sqlite:") ? inFile(url.slice("sqlite:".length), text) : onServer(url, text)

/** The values of two batches. */
export const both = <A, B, E, F>(one: Batch.Batch<A, E>, other: Batch.Batch<B, F>) =>
  Batch.map(Batch.all({ one, other }), (values): readonly [A, B] => [values.one, values.other])
