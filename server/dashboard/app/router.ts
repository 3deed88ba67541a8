import { signal } from "@preact/signals"
import { isUnsaved, leave } from "./unsaved.ts"

const base = "/dashboard"

export interface Place {
  /** The path within the dashboard: `/`, `/rules`, `/rules/new`. */
  readonly path: string
  readonly query: URLSearchParams
}

const here = (): Place => ({
  path: location.pathname.slice(base.length).replace(/\/+$/, "") || "/",
  query: new URLSearchParams(location.search)
})

/** The current address. It includes the filters, so that a link leads to the same view. */
export const place = signal<Place>(here())

/** What the page is about. A member's id is in the query; what else is there are filters. */
export const subjectOf = ({ path, query }: Place): string =>
  path === "/members/member" ? `${path}?${query.get("userId")}` : path

/** The URL of a path, for links. */
export const href = (path: string): string => `${base}${path === "/" ? "" : path}`

/** The address that is shown. The browser has already changed its own when it reports a step back. */
let shown = location.pathname + location.search

/** What the Back button restores: how far the page was scrolled, and how many pages of its lists it had loaded. */
interface View {
  readonly y: number
  readonly pages: Readonly<Record<string, number>>
}

const noView: View = { y: 0, pages: {} }

/** The numbers of loaded pages by list, for lists that load more on demand. */
export const loadedPages = new Map<string, number>()

/** The view that a step back or forth leads to. */
let returnsTo = noView

export const returned = (): View => returnsTo

const go = (method: "pushState" | "replaceState", url: string): void => {
  if (method === "pushState") {
    history.replaceState({ y: scrollY, pages: Object.fromEntries(loadedPages) }, "")
    returnsTo = noView
  }
  history[method](method === "pushState" ? null : history.state, "", url)
  shown = url
  place.value = here()
}

let ready: (path: string) => Promise<void> | undefined = () => undefined

/** The last address that was asked for. */
let wanted: string | undefined

/**
 * Goes to another page. Asks first if a form of this page is not saved, except if the form itself has just been saved. This page stays
 * until the code of the other one is loaded.
 */
export const navigate = (path: string, options: { readonly replace?: boolean } = {}): void =>
  leave(() => {
    const move = () => go(options.replace ? "replaceState" : "pushState", href(path))
    const loading = ready(path.split("?")[0] ?? path)
    wanted = loading && path
    if (loading === undefined) return move()
    void loading.then(() => {
      if (wanted === path) move()
    })
  })

const pathWith = (changes: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams(place.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return `${place.value.path}${query.size === 0 ? "" : `?${query}`}`
}

/** The URL of this page with other filters, for links. The browser's Back button returns to the previous filters. */
export const hrefWith = (changes: Readonly<Record<string, string | undefined>>): string =>
  href(pathWith(changes))

/** Changes the filters of this page. It replaces the address, so that the Back button leaves the page. */
export const setQuery = (changes: Readonly<Record<string, string | undefined>>): void => {
  go("replaceState", href(pathWith(changes)))
}

/** Opens links within the dashboard without a page load. */
const follow = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  const address = link?.getAttribute("href")
  if (
    !address ||
    link?.hasAttribute("target") ||
    link?.hasAttribute("download") ||
    !/^\/dashboard(\/|\?|$)/.test(address)
  )
    return
  event.preventDefault()
  navigate(address.slice(base.length) || "/")
}

/** `load` loads the code of a page, unless it is loaded already. */
export const startRouter = (load: typeof ready): void => {
  ready = load
  // The browser would scroll before the page has its rows.
  history.scrollRestoration = "manual"
  addEventListener("popstate", ({ state }) => {
    wanted = undefined
    returnsTo = state ?? noView
    const next = location.pathname + location.search
    if (next === shown || !isUnsaved()) {
      shown = next
      place.value = here()
      return
    }
    // The browser has left the entry of the form. It gets a new one while the person is asked.
    history.pushState(null, "", shown)
    leave(() => go("replaceState", next))
  })
  document.addEventListener("click", follow)
}
