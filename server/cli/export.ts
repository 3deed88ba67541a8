import { open, rename } from "node:fs/promises"
import { type Context, command, exit } from "./Command.ts"
import { setting, text } from "./options.ts"
import { grouped } from "./terminal.ts"

interface Target {
  readonly write: (text: string) => Promise<void>
  readonly done: () => Promise<void>
  readonly drop: () => Promise<void>
}

/** A file gets its name when it is whole, so that an archive that was cut off is not taken for a whole one. */
const targetOf = async (path: string | undefined, { terminal }: Context): Promise<Target> => {
  if (path === undefined) {
    return { write: terminal.data, done: async () => {}, drop: async () => {} }
  }
  const file = await open(`${path}.part`, "w", 0o600)
  return {
    write: async (lines) => void (await file.write(lines)),
    done: async () => {
      await file.sync()
      await file.close()
      await rename(`${path}.part`, path)
    },
    drop: () => file.close()
  }
}

export const exportArchive = command({
  name: "export",
  summary: "Writes an archive of one partner or of all, as lines of JSON",
  about: `The archive is one state of the database, while the service goes on. It holds hashes of passwords and the secrets of
webhooks: keep it like a backup. See docs/cli.md for what is in it, and what is not.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database to read"),
    partner: text("id", "Exports this partner alone, with the users that it knows"),
    output: text("file", "Writes into this file instead of stdout")
  },
  fields: { partnerId: "--partner" },
  run: async (context) => {
    const { openExisting } = await import("./open.ts")
    const { options, terminal } = context
    const { rewards } = await openExisting(context)
    const progress = terminal.progress("Exporting")
    try {
      const target = await targetOf(options.output, context)
      const { digests, partners, records } = await rewards.archives
        .export({
          partnerId: options.partner,
          write: target.write,
          onRecords: (count) => progress.at(count, undefined, "records")
        })
        .catch(async (error: unknown) => {
          await target.drop()
          throw error
        })
      await target.done()
      progress.end()
      if (options.output !== undefined) {
        await terminal.result({ file: options.output, partners, records, digests }, [options.output])
      }
      terminal.note(`${grouped(records)} records of ${grouped(partners)} partners were exported.`)
      return exit.ok
    } finally {
      progress.end()
      await rewards.close()
    }
  }
})
