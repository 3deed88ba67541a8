import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

export const distribute = command({
  name: "distribute",
  summary: "Distributes the tables over the nodes of a Citus cluster, by partner",
  about:
    "Stop all processes of the service first, and start them again afterwards. A second run changes nothing. docs/scaling.md describes the cluster.",
  options: { database: setting("DATABASE_URL", "url", "The coordinator of the cluster") },
  run: async ({ environment, terminal }) => {
    const { databaseOf } = await import("./database.ts")
    const { openTables } = await import("./open.ts")
    const tables = await openTables(environment, databaseOf(environment), true)
    const done = await tables.distribute().finally(tables.close)
    await terminal.result(done, [
      `nodes: ${done.nodes.join(", ")}`,
      ...done.tables.map((name) => `${name}: distributed`)
    ])
    terminal.note(
      done.tables.length === 0
        ? "All tables were distributed before."
        : `${done.tables.length} tables were distributed. Start the processes of the service now.`
    )
    return exit.ok
  }
})
