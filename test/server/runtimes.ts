// The runtimes that the service runs on.
import { fileURLToPath } from "node:url"
import { writePages } from "../../server/bundle.ts"
import { bundled } from "../support/bundle.ts"
import { findBun, findDeno, findNode, type MissingRuntime, type Runtime } from "../support/runtimes.ts"

export interface ServiceRuntime {
  readonly name: string
  readonly found: Runtime | MissingRuntime
  readonly flags: ReadonlyArray<string>
  readonly target: "bun" | "node"
  /** The program and its arguments, if it is not the bundled service on this runtime. */
  readonly command?: () => ReadonlyArray<string>
}

const script = fileURLToPath(new URL("../../server/main.ts", import.meta.url))

export const onBun: ServiceRuntime = { name: "Bun", found: findBun(), flags: ["run"], target: "bun" }

export const onNode = async (): Promise<ServiceRuntime> => ({
  name: "Node",
  found: await findNode(),
  flags: ["--disable-warning=ExperimentalWarning"],
  target: "node"
})

export const onDeno = async (): Promise<ServiceRuntime> => ({
  name: "Deno",
  found: await findDeno(),
  flags: ["run", "--allow-all", "--no-config", "--no-lock"],
  target: "node"
})

/** How the service is started, bundled and with its pages, as a program and its arguments. */
export const commandOf = async (on: ServiceRuntime): Promise<ReadonlyArray<string>> => {
  const { command, flags, found, target } = on
  if (command !== undefined) return command()
  if ("missing" in found) throw new Error(found.missing)
  return [
    found.path,
    ...flags,
    await bundled(script, { target, beside: writePages, bytecode: target === "bun" })
  ]
}
