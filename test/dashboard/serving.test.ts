import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Assets } from "../../lib/entries/dashboard.ts"
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

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const gzipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength

const words = fileURLToPath(new URL("../../server/dashboard/words", import.meta.url))

const stringsIn = (entry: unknown): ReadonlyArray<string> =>
  typeof entry === "string" ? [entry] : Object.values(entry ?? {}).flatMap(stringsIn)

/** The file with the words of a language, in one of the groups. A long text without special characters is found in it as it is. */
const wordsFile = async (assets: Assets, language: string, group: string): Promise<string> => {
  const module = await import(join(words, language, group))
  const [longest = ""] = stringsIn(module.words)
    .filter((text) => /^[A-Za-z ,.]+$/.test(text))
    .toSorted((one, other) => other.length - one.length)
  const found = assets.filter(({ bytes, path }) => path.endsWith(".js") && textOf(bytes).includes(longest))
  assert.equal(found.length, 1, `${longest} is in ${found.length} files`)
  return found[0]?.path ?? ""
}

/** The groups of words: each language has a file with its words. */
const groups = readdirSync(words).filter(
  (name) => name.endsWith(".ts") && readFileSync(join(words, name), "utf8").includes("await load({")
)

describe("the files of the dashboard", () => {
  for (const language of ["en", "de"]) {
    it(`are below 190 kB gzipped in one language, and hold nothing of the library: ${language}`, async () => {
      const assets = await buildDashboard()
      const other = language === "en" ? "de" : "en"
      const others = await Promise.all(groups.map((group) => wordsFile(assets, other, group)))
      assert.ok(others.length > 1, "there are no words of another language")
      const own = assets.filter(({ path }) => !others.includes(path))
      const size = own.reduce((sum, { bytes }) => sum + gzipped(bytes), 0)
      assert.ok(size > 1000 && size < 190_000, `${size} bytes`)
      const scripts = assets.filter(({ path }) => path.endsWith(".js"))
      assert.ok(scripts.length > 1, "there is one script")
      for (const { bytes } of scripts) {
        assert.doesNotMatch(textOf(bytes), /effect\/Schema|rewards_/)
      }
    })

    it(`that the overview needs are below 60 kB gzipped: ${language}`, async () => {
      const assets = await buildDashboard()
      const bytesOf = (name: string) =>
        assets.find(({ path }) => path === name)?.bytes ?? assert.fail(`no ${name}`)
      const inHtml = [...textOf(bytesOf("index.html")).matchAll(/\/dashboard\/(assets\/[^"]+)/g)]
      // The words that the first script loads, and files that a file imports at once, and not when a page is opened.
      const common = await wordsFile(assets, language, "common.ts")
      const needed = new Set(["index.html", common, ...inHtml.map(([, name = ""]) => name)])
      for (const name of needed) {
        const imports = textOf(bytesOf(name)).matchAll(/(?:from|import)\s*"\/dashboard\/(assets\/[^"]+)"/g)
        for (const [, file = ""] of imports) needed.add(file)
      }
      const size = [...needed].reduce((sum, name) => sum + gzipped(bytesOf(name)), 0)
      assert.ok(size > 10_000 && size < 60_000, `${size} bytes`)
    })
  }

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
