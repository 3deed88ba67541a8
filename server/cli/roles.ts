import { readFile } from "node:fs/promises"
import { CommandFailed, command, exit } from "./Command.ts"
import { requiredText, setting, text } from "./options.ts"

const readPassword = async (file: string): Promise<string> => {
  const content = await readFile(file, "utf8").catch((error: Error) => {
    throw new CommandFailed(`The file of the password cannot be read: ${error.message}`)
  })
  return content.replace(/\r?\n$/, "")
}

export const roles = command({
  name: "roles",
  summary: "Makes a role for the service that cannot change or delete awards, transfers and reversals",
  about: `PostgreSQL only. Connect as the owner of the tables, and start the service with the role. The role is created if it is missing; it gets
the rights that the service needs, and loses others on these tables. Run it again after each migration: the role cannot migrate.
Without --password-file no password is set. The password is hashed here, so the server's log does not show it.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database, as the owner of the tables"),
    role: requiredText("name", "The role of the service"),
    "password-file": text("file", "A file with the new password of the role")
  },
  run: async ({ environment, options, terminal }) => {
    const { databaseOf } = await import("./database.ts")
    const { openTables } = await import("./open.ts")
    const { scramVerifier } = await import("./roles/scram.ts")
    const { role, "password-file": file } = options
    const passwordVerifier = file === undefined ? undefined : scramVerifier(await readPassword(file))
    const tables = await openTables(environment, databaseOf(environment), true)
    const done = await tables.grantRole({ role, passwordVerifier }).finally(tables.close)
    await terminal.result(
      done,
      done.tables.map(({ name, rights }) => `${name}: ${rights.join(", ")}`)
    )
    terminal.note(
      `${role} ${done.created ? "was created and " : ""}has these rights, and no others on these tables.`
    )
    if (done.nodes.length > 0) terminal.note(`Checked on ${done.nodes.join(", ")}.`)
    if (done.created && file === undefined) {
      terminal.note("It has no password yet: set one with \\password in psql, or with --password-file.")
    }
    return exit.ok
  }
})
