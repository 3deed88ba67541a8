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

/** A copy of the repository in which one source at a time is changed, and tests are run. */
export class Farm {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Farm> {
    const folder = await mkdtemp(join(tmpdir(), "laurel-mutants-"))
    for (const name of await filesOfTree()) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await cp(join(root, name), join(folder, name)).catch((error) => {
        // Deleted, and not committed yet.
        if (error.code !== "ENOENT") throw error
      })
    }
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    return new Farm(folder)
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }

  /** Whether all tests pass within so many milliseconds. */
  async passes(tests: ReadonlyArray<string>, milliseconds: number): Promise<boolean> {
    const files = tests.map((name) => `./test/${name}`)
    const child = spawn(process.execPath, ["test", "--bail", "--timeout", "60000", ...files], {
      cwd: this.#folder,
      // Its own process group, so that what it started ends with it.
      detached: true,
      stdio: "ignore"
    })
    const end = (): void => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL")
      } catch {
        // It has ended by itself.
      }
    }
    const timer = setTimeout(end, milliseconds)
    const [code] = await once(child, "exit")
    clearTimeout(timer)
    end()
    return code === 0
  }

  /** Runs something while a source of lib is changed. */
  async during<A>(source: string, mutant: Mutant, run: () => Promise<A>): Promise<A> {
    const file = join(this.#folder, "lib", source)
    const original = await readFile(file, "utf8")
    await writeFile(file, applied(original, mutant))
    try {
      return await run()
    } finally {
      await writeFile(file, original)
    }
  }
}
