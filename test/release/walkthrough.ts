import assert from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { emptyFolder, root } from "../readme/project.ts"
import { sections } from "../readme/sections.ts"
import { describe, it } from "../support/effect.ts"

/** The commands of the sections, each with the answer that the README shows, if any. */
const steps = (): ReadonlyArray<{ readonly command: string; readonly answer: string | undefined }> => {
  const text = sections
    .map(({ file, title }) => readFileSync(`${root}${file}`, "utf8").split(title)[1]?.split("\n## ")[0] ?? "")
    .join("\n")
  return Array.from(
    text.matchAll(/```sh\n([\s\S]*?)```\n(?:```\n([\s\S]*?)```)?/g),
    ([, command = "", answer]) => ({ command, answer })
  )
}

/** Replaces what differs from run to run: ids, secrets, times and ports. */
const normalised = (answer: string): string =>
  answer
    .trim()
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replace(/'[0-9a-f]{64}'/g, "'HEX'")
    .replace(/\bcode=[\w-]{43}/g, "code=CODE")
    .replace(/localhost%3A\d+/g, "ORIGIN")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "INSTANT")

/** Starts the service on a free port in an empty folder, with its log in a file there. Resolves when it is ready. */
const startService = (folder: string) => {
  const service = spawn(process.execPath, ["run", `${root}server/main.ts`], {
    cwd: folder,
    env: { ...process.env, PORT: "0", DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = new Promise<string>((resolve, reject) => {
    createInterface({ input: service.stdout }).on("line", (line) => {
      appendFileSync(join(folder, "service.log"), `${line}\n`)
      const found = /api=http:\/\/localhost:(\d+)\//.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    service.once("exit", () => reject(new Error("the service ended before it was ready")))
  })
  return { service, port }
}

/** The reader copies the code from the log. */
const readCode = `find_code() { grep -E '^ *[|] +[0-9]{6}$' service.log | grep -oE '[0-9]{6}' | tail -1; }
until CODE=$(find_code) && [ -n "$CODE" ]; do sleep 0.05; done`

describe("the README's walk-through", () => {
  it("gives the documented answers when typed as written", async () => {
    const folder = emptyFolder()
    const { service, port } = startService(folder)
    try {
      const separator = "===next==="
      const script = steps()
        .map(({ command }) => `${command}\necho; echo '${separator}'`)
        .join("\n")
        .replace("http://localhost:3000", `http://localhost:${await port}`)
        .replace(/^CODE=123456.*$/m, () => readCode)
      const { stdout } = await promisify(execFile)("bash", ["-euc", script], { cwd: folder })
      const printed = stdout.split(separator)
      const documented = steps().filter(({ answer }) => answer !== undefined)
      assert.ok(documented.length >= 25, "the walk-through has lost its answers")
      for (const [index, { answer }] of steps().entries()) {
        if (answer !== undefined) assert.equal(normalised(printed[index] ?? ""), normalised(answer))
      }
    } finally {
      service.kill("SIGTERM")
      await new Promise((resolve) => service.once("exit", resolve))
    }
  })
})
