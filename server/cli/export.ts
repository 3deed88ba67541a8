import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { CommandFailed, type Context, command, exit } from "./Command.ts"
import { flag, setting, text } from "./options.ts"
import { grouped } from "./terminal.ts"

interface Target {
  readonly write: (text: string) => Promise<void>
  readonly done: () => Promise<void>
  readonly drop: () => Promise<void>
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined

/** Creates a file. With `force` it replaces one that exists. */
const create = async (path: string, force: boolean): Promise<FileHandle> => {
  try {
    if (force) await rm(path, { force })
    return await open(path, "wx", 0o600)
  } catch (error) {
    throw new CommandFailed(
      codeOf(error) === "EEXIST"
        ? `${path} exists: another export writes it, or one was stopped. Delete it, or add --force.`
        : `--output cannot be written: ${error instanceof Error ? error.message : String(error)}`
    )
  }
}

/** Fails if there is something at the path. A file is allowed if `force` is true, because the archive then replaces it. */
const checkFree = async (path: string, force: boolean): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  if (!found.isFile()) throw new CommandFailed(`--output ${path} is not a file: choose another name.`)
  if (!force)
    throw new CommandFailed(`${path} exists: choose another name for --output, or add --force to replace it.`)
}

/**
 * A file is called `.part` until it is complete, so that a truncated archive is not mistaken for a complete one. Only one export at a
 * time can create it.
 */
const fileAt = async (path: string, force: boolean): Promise<Target> => {
  await checkFree(path, force)
  const part = `${path}.part`
  const file = await create(part, force)
  return {
    write: async (lines) => void (await file.write(lines)),
    done: async () => {
      await file.sync()
      await file.close()
      await rename(part, path)
    },
    drop: async () => {
      await file.close()
      await rm(part)
    }
  }
}

const stdoutOf = ({ terminal }: Context): Target => ({
  write: terminal.data,
  done: async () => {},
  drop: async () => {}
})

export const exportArchive = command({
  name: "export",
  summary: "Writes an archive of one partner or of all, as lines of JSON",
  about: `The archive is one consistent state of the database; on Citus, one of each partner. The service can keep running. The archive
contains password hashes and webhook secrets: protect it like a backup. docs/cli.md lists its contents.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database to read"),
    partner: text("id", "Exports only this partner, with its users"),
    output: text("file", "Writes into this file instead of stdout; refuses one that exists"),
    force: flag("Replaces the file of --output")
  },
  fields: { partnerId: "--partner" },
  run: async (context) => {
    const { openExisting } = await import("./open.ts")
    const { options, terminal } = context
    const { rewards } = await openExisting(context)
    const progress = terminal.progress("Exporting")
    try {
      const { force, output } = options
      const target = output === undefined ? stdoutOf(context) : await fileAt(output, force)
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
      if (output !== undefined) {
        await terminal.result({ file: output, partners, records, digests, snapshot }, [output])
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
