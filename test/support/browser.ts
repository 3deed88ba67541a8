// A real browser for the pages. No npm package provides one for all machines, so the installed one is used.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "chrome"
]
const usual = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
]

/** The path of Chromium or a related browser, or why none was found. */
export const findBrowser = (): { readonly path: string } | { readonly missing: string } => {
  const given = process.env.TEST_CHROMIUM
  const folders = (process.env.PATH ?? "").split(delimiter)
  const places = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usual]
  const path = given ?? places.find((place) => existsSync(place))
  return path === undefined ? { missing: "no Chromium on this machine; set TEST_CHROMIUM" } : { path }
}

/** Only loopback is reachable, and the browser sends no requests of its own. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** Milliseconds for a browser to start and for a page to show something, on a machine that is busy. */
export const patience = 120_000

const start = (path: string): Promise<Browser> =>
  chromium.launch({ executablePath: path, args: flags, timeout: patience })

/** The browser puts its profile into the folder of the run: nothing else removes it if the browser is never closed. */
const startIn = async (folder: string, path: string): Promise<Browser> => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await start(path)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** The browser of this process. It ends with the process, which holds its pipe. */
let running: Browser | undefined

/** The same browser, whose `close` closes its pages alone. */
const lent = (browser: Browser): Browser =>
  new Proxy(browser, {
    get: (target, key) => {
      if (key === "close") return () => Promise.all(target.contexts().map((context) => context.close()))
      const value: unknown = Reflect.get(target, key)
      return typeof value === "function" ? value.bind(target) : value
    }
  })

/**
 * A browser without pages. In a run of with-postgres.ts the files of one process share it, one after the other: a browser takes longer
 * to start than most pages to test.
 */
export const launch = async (path: string): Promise<Browser> => {
  const folder = process.env.TEST_RUN_FOLDER
  if (folder === undefined) return start(path)
  if (!running?.isConnected()) running = await startIn(folder, path)
  return lent(running)
}

export interface Visit {
  readonly page: Page
  /** Everything that the browser reports: errors, and styles or forms that the page's policy forbids. */
  readonly complaints: ReadonlyArray<string>
}

/** A page on a small phone. Closing its context closes it. */
export const visit = async (browser: Browser): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  context.setDefaultTimeout(patience)
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  return { page, complaints }
}
