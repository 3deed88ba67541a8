import { open, rename } from "node:fs/promises"
import { type Context, command, exit } from "./Command.ts"
import { setting, text } from "./options.ts"
import { grouped } from "./terminal.ts"

interface Target {
  readonly write: (text: string) => Promise<void>
  readonly done: () => Promise<void>
  readonly drop: () => Promise<void>
}

/** A file is called `.part` until it is complete, so that a truncated archive is not mistaken for a complete one. */
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
  about: `The archive is one consistent state of the database; on Citus, one of each partner. The service can keep running. The archive
contains password hashes and webhook secrets: protect it like a backup. docs/cli.md lists its contents.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database to read"),
    partner: text("id", "Exports only this partner, with its users"),
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
      const { digests, partners, records, snapshot } = await rewards.archives
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
        await terminal.result({ file: options.output, partners, records, digests, snapshot }, [
          options.output
        ])
      }
      terminal.note(`${grouped(records)} records of ${grouped(partners)} partners were exported.`)
      if (snapshot === "partner") {
        terminal.note(
          "The database is distributed: the records of each partner are of one state, those of different partners are not."
        )
      }
      return exit.ok
    } finally {
      progress.end()
      await rewards.close()
    }
  }
})
