// SQL on a database that the service has open too, as anybody with its password could run it.
import { Database } from "bun:sqlite"
import pg from "pg"

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

/** Runs SQL at a database's address, on a connection of its own. */
export const sqlAt =
  (url: string): Sql =>
  async (text) =>
    url.startsWith("sqlite:") ? inFile(url.slice("sqlite:".length), text) : onServer(url, text)
