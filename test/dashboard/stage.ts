// The service with its pages behind a socket, and browsers in front of it.
import assert from "node:assert/strict"
import axe from "axe-core"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { makeDashboard, makeDocs } from "../../lib/entries/dashboard.ts"
import { buildDashboard, buildDocs } from "../../server/bundle.ts"
import { launch, patience } from "../support/browser.ts"
import type { HttpPartner } from "../support/world/http.ts"
import { openWorld, type World, type WorldOptions } from "../support/world.ts"
import { type Site, signIn } from "./site.ts"

/** Text with markup. If a page renders the markup, the image fails to load and the browser reports it. */
export const probe = "<img src=x onerror=window.struck=1>"

export interface Desk {
  readonly page: Page
  /** Everything that should not happen: console errors, policy violations, requests to other origins. */
  readonly complaints: ReadonlyArray<string>
}

export interface Stage {
  readonly world: World
  readonly url: string
  /** A page in a browser without a session. */
  readonly visit: (options?: BrowserContextOptions) => Promise<Desk>
  /** A page in a browser in which the partner is signed in. */
  readonly enter: (partner: HttpPartner, options?: BrowserContextOptions) => Promise<Desk>
  readonly close: () => Promise<void>
}

const openDesk = async (browser: Browser, url: string, options?: BrowserContextOptions): Promise<Desk> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  context.setDefaultTimeout(patience)
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) complaints.push(`a request to ${request.url()}`)
  })
  return { page, complaints }
}

export const openStage = async (chromium: string, options: WorldOptions = {}): Promise<Stage> => {
  const world = await openWorld("sqlite::memory:", options)
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    development: false,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (/^\/(docs(\/|$)|openapi\.json$)/.test(pathname)) return docs(request)
      return /^\/dashboard(\/|$)/.test(pathname) ? dashboard(request) : world.fetch(request)
    }
  })
  const url = `http://localhost:${server.port}`
  const dashboard = makeDashboard({ api: world.fetch, publicUrl: url, assets: buildDashboard })
  const docs = makeDocs({ assets: buildDocs })
  const site: Site = {
    world,
    dashboard,
    ask: (path, init) => dashboard(new Request(`${url}${path}`, init))
  }
  const browser = await launch(chromium)
  return {
    world,
    url,
    visit: (options) => openDesk(browser, url, options),
    enter: async ({ email }, options) => {
      const [name = "", value = ""] = (await signIn(site, email)).split("=")
      const desk = await openDesk(browser, url, options)
      await desk.page
        .context()
        .addCookies([{ name, value, url: `${url}/dashboard`, httpOnly: true, sameSite: "Strict" }])
      return desk
    },
    close: async () => {
      await browser.close()
      await server.stop(true)
      await world.close()
    }
  }
}

/** The themes differ only in colours (themes.test.ts), so other rules need one theme. */
const rulesOf = {
  light: {},
  dark: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }
}

/** The accessibility faults of an element, in the light and in the dark theme. */
export const accessibilityFaults = async (page: Page, within = "html"): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const options = JSON.stringify({ ...rulesOf[colorScheme], resultTypes: ["violations"] })
    const faults: ReadonlyArray<string> = await page.evaluate(
      `axe.run("${within}", ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`
    )
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`))
  }
  return found
}

/** Whether the page is wider than its window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

/** Checks that the page shows the probe as text, and does not run it. */
export const showsProbe = async (page: Page): Promise<void> => {
  assert.ok((await page.getByText(probe).count()) > 0, "the probe is not shown")
  assert.equal(await page.evaluate("window.struck"), undefined)
}
