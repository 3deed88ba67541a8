import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { describe, it } from "../support/effect.ts"
import { emptyFolder, root } from "./project.ts"

/** The section's commands, each with the answer that the README shows under it, if any. */
const steps = (): ReadonlyArray<{ readonly command: string; readonly answer: string | undefined }> => {
  const section =
    readFileSync(`${root}README.md`, "utf8").split("## First award in a minute")[1]?.split("\n## ")[0] ?? ""
  return Array.from(
    section.matchAll(/```sh\n([\s\S]*?)```\n(?:```json\n([\s\S]*?)```)?/g),
    ([, command = "", answer]) => ({
      command,
      answer
    })
  )
}

/** Ids, secrets and moments differ from run to run; everything else is as documented. */
const normalised = (json: string): unknown =>
  JSON.parse(
    json
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
      .replace(/"[0-9a-f]{64}"/g, '"HEX"')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "INSTANT")
  )

/** `npm start` on a free port, in an empty folder; resolves with its port when it says that it is ready. */
const startService = async () => {
  const service = spawn(process.execPath, ["run", `${root}server/main.ts`], {
    cwd: emptyFolder(),
    env: { ...process.env, PORT: "0", DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  for await (const line of createInterface({ input: service.stdout })) {
    const port = /api=http:\/\/localhost:(\d+)\//.exec(line)?.[1]
    if (port !== undefined) return { service, port }
  }
  throw new Error("the service ended before it was ready")
}

describe("the README's walk-through", () => {
  it("gives the documented answers, typed as it is written", async () => {
    const { service, port } = await startService()
    try {
      const separator = "===next==="
      const script = steps()
        .map(({ command }) => `${command}\necho; echo '${separator}'`)
        .join("\n")
        .replace("http://localhost:3000", `http://localhost:${port}`)
      const printed = execFileSync("bash", ["-euc", script], { encoding: "utf8" }).split(separator)
      const documented = steps().filter(({ answer }) => answer !== undefined)
      assert.ok(documented.length >= 6, "the walk-through has lost its answers")
      for (const [index, { answer }] of steps().entries()) {
        if (answer === undefined) continue
        assert.deepEqual(normalised(printed[index]?.trim() ?? ""), normalised(answer))
      }
    } finally {
      service.kill("SIGTERM")
      await new Promise((resolve) => service.on("exit", resolve))
    }
  })
})
