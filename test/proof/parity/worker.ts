// Runs scripts on one driver, in a process of its own, and prints a line for each: what was answered, and the state at the end.
import { openWorld } from "../../support/world.ts"
import { makeRandom } from "../random.ts"
import { runScript } from "./script.ts"

const [url = "", seed = "0", scripts = "0", start = ""] = process.argv.slice(2)

/** Ids, pseudonyms, digests and secrets are different each time. An id or pseudonym becomes the number of its first appearance. */
const makePlain = () => {
  const ids = new Map<string, string>()
  return (text: string): string =>
    text
      .replace(
        /[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\berased-[0-9a-f]{16}\b/g,
        (id) => {
          const known = ids.get(id) ?? `#${ids.size}`
          ids.set(id, known)
          return known
        }
      )
      .replace(/whsec_[\w+/=]+|rk_[0-9a-f]{64}|\b(?:[0-9a-f]{32}){1,2}\b|\$argon2id[^"]+/g, "?")
}

const watch = { now: Date.parse(start) }
const world = await openWorld(url, { watch, http: { rateLimits: { public: 0, failures: 0, partner: 0 } } })
for (let script = 0; script < Number(scripts); script++) {
  watch.now = Date.parse(start)
  const texts = await runScript(world, watch, makeRandom(Number(seed) + script), `script-${script}`)
  // Readers of lines take these two for ends of lines.
  const line = JSON.stringify(texts.map(makePlain())).replace(/[\u2028\u2029]/g, "?")
  process.stdout.write(`${line}\n`)
}
await world.close()
process.exit(0)
