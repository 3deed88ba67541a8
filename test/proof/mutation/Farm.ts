import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { applied, type Mutant } from "./mutants.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const filesOfTree = async (): Promise<ReadonlyArray<string>> => {
  const git = spawn("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  let listed = ""
  git.stdout.on("data", (part) => {
    listed += part
  })
  await once(git, "close")
  return listed.split("\0").filter((name) => name !== "")
}

/** How long tests may take, in milliseconds. */
export interface Patience {
  readonly whole: number
  /** Without a test that ends. */
  readonly silence: number
}

export interface Outcome {
  readonly passed: boolean
  /** Whether the tests were ended because they took too long. */
  readonly hung: boolean
  /** The name of the first test that failed. */
  readonly failed: string | undefined
  readonly whole: number
  /** The longest time in which no test ended. */
  readonly silence: number
}

/** Reads the groups of processes that begin. At the end of its input, which is the end of this process, too, it ends the last one. */
const guardian = `while read group; do last=$group; done; kill -9 -"$last" 2>/dev/null; rm -rf "$0"`

/** A copy of the repository in which one source at a time is changed, and tests are run. */
export class Farm {
  readonly #folder: string
  readonly #guardian

  private constructor(folder: string) {
    this.#folder = folder
    this.#guardian = spawn("sh", ["-c", guardian, folder], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"]
    })
  }

  static async open(): Promise<Farm> {
    const folder = await mkdtemp(join(tmpdir(), "laurel-mutants-"))
    const farm = new Farm(folder)
    for (const name of await filesOfTree()) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await cp(join(root, name), join(folder, name)).catch((error) => {
        // Deleted, and not committed yet.
        if (error.code !== "ENOENT") throw error
      })
    }
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    return farm
  }

  async close(): Promise<void> {
    const closed = once(this.#guardian, "close")
    this.#guardian.stdin.end()
    await closed
  }

  /** Runs tests up to the first that fails. Those that take too long count as failed. */
  async test(tests: ReadonlyArray<string>, patience: Patience): Promise<Outcome> {
    const files = tests.map((name) => `./test/${name}`)
    // Bundles of an earlier run have the sources of another mutant.
    const run = await mkdtemp(join(this.#folder, ".run-"))
    const child = spawn(process.execPath, ["test", "--bail", "--timeout", "60000", ...files], {
      cwd: this.#folder,
      // A test that waits in vain fails with a message before it counts as one that hangs.
      env: {
        ...process.env,
        TEST_WHOLE: "1",
        TEST_RUN_FOLDER: run,
        TEST_PATIENCE: String(Math.min(60_000, Math.round(patience.silence / 2)))
      },
      // Its own process group, so that what it started ends with it.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"]
    })
    this.#guardian.stdin.write(`${child.pid}\n`)
    const started = performance.now()
    let [heard, silence, printed, hung] = [started, 0, "", false]
    const end = (): void => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL")
      } catch {
        // It has ended by itself.
      }
    }
    // A line for each test that has ended.
    child.stderr.setEncoding("utf8").on("data", (part) => {
      printed += part
      silence = Math.max(silence, performance.now() - heard)
      heard = performance.now()
    })
    const watch = setInterval(() => {
      const now = performance.now()
      if (now - started <= patience.whole && now - heard <= patience.silence) return
      hung = true
      end()
    }, 100)
    const [code] = await once(child, "exit")
    clearInterval(watch)
    end()
    // Nothing is left to end: its number may soon belong to another process.
    this.#guardian.stdin.write("\n")
    await rm(run, { recursive: true, force: true })
    const [, failed] = /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/m.exec(printed) ?? []
    return { passed: code === 0, hung, failed, whole: performance.now() - started, silence }
  }

  /** Runs something while a source is changed. */
  async during<A>(source: string, mutant: Mutant, run: () => Promise<A>): Promise<A> {
    const file = join(this.#folder, source)
    const original = await readFile(file, "utf8")
    await writeFile(file, applied(original, mutant))
    try {
      return await run()
    } finally {
      await writeFile(file, original)
    }
  }
}
