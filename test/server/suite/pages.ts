import assert from "node:assert/strict"
import { describe, it } from "../../support/effect.ts"
import { get, newCaller, post } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { startService, stopService } from "../service.ts"

const sessionOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""

export const pages = (on: ServiceRuntime): void => {
  describe("the pages", () => {
    it("are served with their scripts, and partners can sign in and read what is theirs", async () => {
      const service = await startService({}, on)
      for (const name of ["dashboard", "docs"]) {
        const page = await fetch(`${service.url}/${name}`)
        assert.equal(page.status, 200)
        const [script] = new RegExp(`/${name}/assets/[^"]+\\.js`).exec(await page.text()) ?? []
        assert.ok(script, `${name} names no script`)
        const file = await fetch(`${service.url}${script}`)
        assert.equal(file.status, 200)
        assert.match(file.headers.get("content-type") ?? "", /^text\/javascript; ?charset=utf-8$/)
        assert.equal((await fetch(`${service.url}/${name}/assets/none.js`)).status, 404)
      }
      const { email, password } = await newCaller(service.url)
      const own = { origin: service.url, "x-laurel-dashboard": "1" }
      const signIn = await post(`${service.url}/dashboard/session?ecosystem=demo`, { email, password }, own)
      assert.equal(signIn.status, 200, JSON.stringify(signIn.body))
      const cookie = sessionOf(signIn.headers)
      const rules = await get(`${service.url}/dashboard/api/v1/laas/rules`, { ...own, cookie })
      assert.deepEqual([rules.status, rules.body.data.data], [200, []])
      assert.equal((await get(`${service.url}/dashboard/api/v1/laas/rules`, own)).status, 401)
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
    })
  })
}
