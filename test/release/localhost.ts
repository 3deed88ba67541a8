// Types the commands of docs/webhooks.md for a receiver on this machine.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { logIn, partnerBody, post } from "../server/caller.ts"
import { publicPort, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, it } from "../support/effect.ts"

afterAll(tidyUp)

const root = new URL("../..", import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8")

const [, start = "", commands = "", output = ""] =
  /## On this machine[\s\S]*?```sh\n([\s\S]*?)```[\s\S]*?```sh\n([\s\S]*?)```\n```\n([\s\S]*?)```/.exec(
    textOf("docs/webhooks.md")
  ) ?? []
const [, setting = "", value = ""] = /^(\w+)=(\w+) npm start$/.exec(start.trim()) ?? []
const [data = ""] = /^data\(\) .*$/m.exec(textOf("README.md")) ?? []

it("the commands for a receiver on this machine print what the document shows", async () => {
  const [email, password] = ["owner@shop.example", "Str0ng!secret"]
  const service = await startService({ DATABASE_URL: "sqlite::memory:", [setting]: value })
  await post(`${service.url}/api/v1/demo/partners`, partnerBody(email, password))
  const token = await logIn(service.url, email, password)
  const { PORT } = await publicPort()
  const onPort = (text: string) => text.replaceAll("4000", PORT)
  const script = [`BASE=${service.url}/api/v1`, `TOKEN=${token}`, data, onPort(commands), "wait"].join("\n")
  const shell = spawn("bash", ["-c", script.replace("npx bun", `PORT=${PORT} "${process.execPath}"`)], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(shell, "exit")
  const end = () => process.kill(-(shell.pid ?? assert.fail("the shell did not start")), "SIGTERM")
  const late = setTimeout(end, 30_000)
  const expected = onPort(output).trim().split("\n")
  const lines: Array<string> = []
  for await (const line of createInterface(shell.stdout)) {
    lines.push(line)
    if (lines.length === expected.length) break
  }
  clearTimeout(late)
  end()
  await ended
  assert.deepEqual(lines, expected)
  await stopService(service)
}, 60_000)
