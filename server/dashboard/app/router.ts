import { signal } from "@preact/signals"

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

/** The URL of a path, for links. */
export const href = (path: string): string => `${base}${path === "/" ? "" : path}`

export const navigate = (path: string, options: { readonly replace?: boolean } = {}): void => {
  history[options.replace ? "replaceState" : "pushState"](null, "", href(path))
  place.value = here()
}

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
  navigate(pathWith(changes), { replace: true })
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

export const startRouter = (): void => {
  addEventListener("popstate", () => {
    place.value = here()
  })
  document.addEventListener("click", follow)
}
