export interface RunningServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** The options of a benchmark server, passed as JSON in its only argument. */
export interface ServerOptions {
  readonly kind: string
  readonly place: string
  readonly partnerId: string
}

export const readOptions = (): ServerOptions => JSON.parse(process.argv[2]!)

/**
 * Prints the port, and runs until standard input closes. The servers therefore end with the benchmark, however it
 * ends.
 */
export const serveUntilInputEnds = (port: number, close: () => Promise<void>): void => {
  process.stdout.write(`${port}\n`)
  const end = () => void close().finally(() => process.exit(0))
  process.stdin.on("end", end).on("error", end).resume()
}

const patience = 10_000

/** Starts a server in another process and waits until it listens. */
export const spawnServer = async (script: string, options: ServerOptions): Promise<RunningServer> => {
  const child = Bun.spawn([process.execPath, "run", script, JSON.stringify(options)], {
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
  const late = setTimeout(() => child.kill("SIGKILL"), patience)
  try {
    for await (const chunk of child.stdout) {
      return { url: `http://127.0.0.1:${Number(new TextDecoder().decode(chunk))}`, close }
    }
  } finally {
    clearTimeout(late)
  }
  throw new Error(`${script} ended with ${await child.exited} before it listened`)
}
