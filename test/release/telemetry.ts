import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openReceiver } from "../server/receiver.ts"
import { onBun } from "../server/runtimes.ts"
import { freshFolder, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { findBun } from "../support/runtimes.ts"

afterAll(tidyUp)

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Prints the name of each module of telemetry that is loaded. */
const recorder = `import { readFileSync } from "node:fs"
Bun.plugin({ name: "recorder", setup: (build) => {
  build.onLoad({ filter: /\\/server\\/telemetry(\\/\\w+)?\\.ts$/ }, ({ path }) => {
    console.log("loaded " + path.slice(path.lastIndexOf("/server/")))
    return { contents: readFileSync(path, "utf8"), loader: "ts" }
  })
} })`

describe("what sends telemetry", () => {
  it("is not loaded where no variable asks for it", async () => {
    const { path } = { path: "", ...findBun() }
    const file = join(freshFolder(), "recorder.ts")
    writeFileSync(file, recorder)
    const command = () => [path, "--preload", file, join(root, "server/main.ts")]
    const receiver = await openReceiver()
    const loadedWith = async (settings: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
      const service = await startService(settings, { ...onBun, command })
      await stopService(service)
      return service.lines.filter((line) => line.startsWith("loaded "))
    }
    const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
    assert.deepEqual(await loadedWith({}), ["loaded /server/telemetry.ts"])
    assert.deepEqual(await loadedWith({ ...asked, OTEL_SDK_DISABLED: "true" }), [
      "loaded /server/telemetry.ts"
    ])
    assert.deepEqual(receiver.received, [])
    assert.ok((await loadedWith(asked)).includes("loaded /server/telemetry/start.ts"))
    receiver.close()
  })
})
