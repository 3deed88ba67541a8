// The dashboard over a demo year.
import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { makeDashboard } from "../../lib/entries/dashboard.ts"
import { openRewards } from "../../lib/index.ts"
import { buildDashboard } from "../../server/bundle.ts"
import { fillDemo } from "../../server/cli/demo/fill.ts"
import { findBrowser, launch } from "../support/browser.ts"

export interface Demo {
  readonly url: string
  /** An empty page in a browser without a cache, in which the first partner is signed in. */
  readonly enter: (options?: BrowserContextOptions) => Promise<Page>
  readonly close: () => Promise<void>
}

export interface DemoSettings {
  readonly awards: number
  /** The end of the year. The clocks of the service and of browsers stop at it. By default it is now, and the clocks run. */
  readonly until?: Date
}

const serve = async (database: string, until: Date | undefined) => {
  const clock = until && { now: () => until.getTime() }
  const rewards = await openRewards({ database, accounts: true, clock })
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    development: false,
    idleTimeout: 30,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith("/dashboard") ? dashboard(request) : api.fetch(request)
  })
  const url = `http://localhost:${server.port}`
  const api = rewards.handler({ publicUrl: url })
  const dashboard = makeDashboard({ api: api.fetch, publicUrl: url, assets: buildDashboard })
  return {
    url,
    close: async () => {
      await server.stop(true)
      await rewards.close()
    }
  }
}

interface Login {
  readonly ecosystem: string
  readonly email: string
  readonly password: string
}

const signIn = async (browser: Browser, url: string, { ecosystem, ...body }: Login) => {
  const context = await browser.newContext()
  const answer = await context.request.post(`${url}/dashboard/session?ecosystem=${ecosystem}`, {
    headers: { "x-laurel-dashboard": "1" },
    data: body
  })
  assert.equal(answer.status(), 200, await answer.text())
  const cookies = await context.cookies(`${url}/dashboard`)
  await context.close()
  return cookies
}

/** Fills a database, and opens it. */
export const openDemo = async ({ awards, until }: DemoSettings): Promise<Demo> => {
  const chromium = findBrowser()
  if ("missing" in chromium) throw new Error(chromium.missing)
  const folder = await mkdtemp(join(tmpdir(), "laurel-demo-"))
  const database = `sqlite:${join(folder, "demo.db")}`
  const { ecosystem, partners, password } = await fillDemo({ database, awards, until })
  const service = await serve(database, until)
  const browser = await launch(chromium.path)
  const email = partners[0]?.email ?? assert.fail("the demo has no partner")
  const cookies = await signIn(browser, service.url, { ecosystem, email, password })
  return {
    url: service.url,
    enter: async (options) => {
      const context = await browser.newContext({ viewport: { width: 1200, height: 780 }, ...options })
      await context.addCookies(cookies)
      const page = await context.newPage()
      if (until !== undefined) await page.clock.setFixedTime(until)
      return page
    },
    close: async () => {
      await browser.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
