import assert from "node:assert/strict"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { buildDashboard } from "../../server/bundle.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { dataOf, openSite, type Site } from "./site.ts"

let opened: Site | undefined
const at = () => opened ?? assert.fail("the site did not open")
beforeAll(async () => {
  opened = await openSite()
})
afterAll(() => opened?.world.close())

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

const assetPath = async (ending: string): Promise<string> => {
  const page = await (await at().ask("/dashboard")).text()
  return new RegExp(`/dashboard/assets/[^"]+\\.${ending}`).exec(page)?.[0] ?? assert.fail(`no ${ending} file`)
}

describe("the files of the dashboard", () => {
  it("are below 150 kB gzipped, and hold nothing of the library", async () => {
    const assets = await buildDashboard()
    const size = assets.reduce((sum, { bytes }) => sum + Bun.gzipSync(new Uint8Array(bytes)).byteLength, 0)
    assert.ok(size > 1000 && size < 150_000, `${size} bytes`)
    const scripts = assets.filter(({ path }) => path.endsWith(".js"))
    assert.ok(scripts.length > 1, "there is one script")
    for (const { bytes } of scripts) {
      assert.doesNotMatch(Buffer.from(bytes).toString(), /effect\/Schema|rewards_/)
    }
  })

  it("that the overview needs are below 60 kB gzipped", async () => {
    const assets = await buildDashboard()
    const textOf = (name: string) =>
      Buffer.from(assets.find(({ path }) => path === name)?.bytes ?? assert.fail(`no ${name}`)).toString()
    const first = [...textOf("index.html").matchAll(/\/dashboard\/(assets\/[^"]+)/g)].map(
      ([, name = ""]) => name
    )
    // Files that the first script imports at once, and not when a page is opened.
    const more = first.flatMap((name) =>
      [...textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, file = ""]) => `assets/${file}`)
    )
    const size = ["index.html", ...new Set([...first, ...more])].reduce(
      (sum, name) => sum + Bun.gzipSync(textOf(name)).byteLength,
      0
    )
    assert.ok(size > 10_000 && size < 60_000, `${size} bytes`)
  })

  it("are served with a policy that allows no other origin and nothing inline, at every path of the page", async () => {
    for (const path of ["/dashboard", "/dashboard/", "/dashboard/rules/new?x=1"]) {
      const answer = await at().ask(path)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/)
      assert.equal(
        answer.headers.get("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
      assert.equal(answer.headers.get("cache-control"), "no-cache")
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff")
      assert.equal(answer.headers.get("referrer-policy"), "no-referrer")
      assert.ok(answer.headers.has("x-request-id"))
      assert.doesNotMatch(await answer.text(), / style=|<style|<script>/)
    }
  })

  it("have names that change with their content, and are cached for ever", async () => {
    for (const ending of ["js", "css", "svg"]) {
      const answer = await at().ask(await assetPath(ending))
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get("cache-control") ?? "", /immutable/)
    }
    const missing = await at().ask("/dashboard/assets/none.js")
    assert.equal(missing.status, 404)
    assert.equal((await dataOf(missing)).errorType, "not found")
  })

  it("are compressed as the browser accepts", async () => {
    const path = await assetPath("js")
    const plain = await bytesOf(await at().ask(path))
    const ask = (encodings: string) => at().ask(path, { headers: { "accept-encoding": encodings } })
    const br = await ask("gzip, deflate, br")
    assert.equal(br.headers.get("content-encoding"), "br")
    assert.deepEqual(brotliDecompressSync(await bytesOf(br)), plain)
    const gzip = await ask("br;q=0, gzip;q=0.5")
    assert.equal(gzip.headers.get("content-encoding"), "gzip")
    assert.deepEqual(gunzipSync(await bytesOf(gzip)), plain)
    assert.equal((await ask("identity")).headers.get("content-encoding"), null)
  })

  it("answer other methods in the envelope, and HEAD without a body", async () => {
    assert.equal((await at().ask("/dashboard/rules", { method: "POST" })).status, 405)
    const head = await at().ask("/dashboard", { method: "HEAD" })
    assert.deepEqual([head.status, await head.text()], [200, ""])
  })

  it("are loaded again after a failure", async () => {
    let tries = 0
    const assets = async () => {
      tries += 1
      if (tries === 1) throw new Error("not built")
      return [{ path: "index.html", type: "text/html", bytes: new Uint8Array([60]) }]
    }
    const { ask, world } = await openSite({ assets })
    const refused = await ask("/dashboard")
    assert.equal(refused.status, 503)
    assert.doesNotMatch(await refused.text(), /not built/)
    assert.deepEqual(
      [(await ask("/dashboard")).status, (await ask("/dashboard/x")).status, tries],
      [200, 200, 2]
    )
    await world.close()
  })
})
