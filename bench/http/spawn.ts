import type { Server } from "node:net"

export interface RunningServer {
  readonly url: string
  /** The CPU time that the process has used, in microseconds. */
  readonly cpuTime: () => Promise<number>
  readonly close: () => Promise<void>
}

/** The options of a benchmark server, passed as JSON in its only argument. */
export interface ServerOptions {
  readonly kind: string
  readonly place: string
  readonly partnerId: string
}

export const readOptions = (): ServerOptions => JSON.parse(process.argv[2]!)

/** The port of a server on Node. */
export const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/**
 * Prints the port, and the used CPU time for each line of standard input. Runs until standard input closes. The servers
 * therefore end with the benchmark, however it ends.
 */
export const serveUntilInputEnds = (port: number, close: () => Promise<void>): void => {
  process.stdout.write(`${port}\n`)
  const end = () => void close().finally(() => process.exit(0))
  process.stdin.on("data", () => {
    const { system, user } = process.cpuUsage()
    process.stdout.write(`${user + system}\n`)
  })
  process.stdin.on("end", end).on("error", end).resume()
}

const patience = 10_000

const onBun = [process.execPath, "run"]

/** Starts a server in another process and waits until it listens. */
export const spawnServer = async (
  script: string,
  options: ServerOptions,
  runtime: ReadonlyArray<string> = onBun
): Promise<RunningServer> => {
  const child = Bun.spawn([...runtime, script, JSON.stringify(options)], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit"
  })
  const close = async () => {
    const late = setTimeout(() => child.kill("SIGKILL"), patience)
    child.stdin.end()
    await child.exited
    clearTimeout(late)
  }
  const reader = child.stdout.getReader()
  const nextNumber = async (): Promise<number> => {
    const late = setTimeout(() => child.kill("SIGKILL"), patience)
    try {
      const { done, value } = await reader.read()
      if (done) throw new Error(`${script} ended with ${await child.exited}`)
      return Number(new TextDecoder().decode(value))
    } finally {
      clearTimeout(late)
    }
  }
  const cpuTime = async () => {
    child.stdin.write("\n")
    await child.stdin.flush()
    return nextNumber()
  }
  return { url: `http://127.0.0.1:${await nextNumber()}`, cpuTime, close }
}
