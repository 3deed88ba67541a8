import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { record } from "../../accounts/details/record.ts"
import { onNode } from "../../server/runtimes.ts"
import { freshFolder } from "../../server/service.ts"
import { nameServer } from "../hostile/kinds.ts"
import type { Attack } from "./Attack.ts"

/** Gives the service another file of name servers than the machine has. */
const withNameServer = (command: ReadonlyArray<string>): ReadonlyArray<string> => {
  const file = join(freshFolder(), "resolv.conf")
  writeFileSync(file, `nameserver ${nameServer}\n`)
  return [
    "unshare",
    "-rm",
    "sh",
    "-c",
    `mount --bind ${file} /etc/resolv.conf && exec "$@"`,
    "sh",
    ...command
  ]
}

const missing = (): string | undefined => {
  const [program = "", ...args] = withNameServer(["true"])
  if (spawnSync(program, args).status !== 0) return "no mount namespaces here"
  return process.getuid?.() === 0 ? undefined : "only root may open the port of a name server"
}

/** Awaits details of users from a server of its own on this machine. */
const startDetails = async () => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(record))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port }: AddressInfo = Object(server.address())
  return { url: `http://localhost:${port}/users`, close: () => server.close() }
}

export const names: Attack = {
  name: "names",
  claim: "a name server that never answers delays the look-ups of its own partner alone",
  databases: ["sqlite"],
  settings: { OUTBOUND_LOOPBACK: "true" },
  missing,
  wrap: withNameServer,
  prepare: async ({ partner, url }) => {
    const details = await startDetails()
    const attacker = await partner({ userDetailsUrl: "https://users.attacker.example/users" })
    for (let count = 0; count < 16; count++) {
      await attacker.post(url, "/laas/webhooks", { url: `https://hooks-${count}.attacker.example/` })
    }
    return {
      assaults: { "names that are never resolved": { kind: "silent names", token: attacker.token } },
      victim: {
        details: async (at, other) => (await other.post(at, "/laas/users", { tag: record.tag })).status
      },
      onboarding: { userDetailsUrl: details.url },
      end: async () => void details.close()
    }
  }
}

export const namesOnNode: Attack = { ...names, name: "names on Node", on: onNode }
