import { signal } from "@preact/signals"

/** The current subject: the id of an operation or the name of a schema; empty on the home page. */
export const subject = signal("")
/** The text of the search. It is in the address, so that a link leads to the same view. */
export const query = signal("")

const read = (): void => {
  subject.value = decodeURIComponent(location.hash.slice(1))
  query.value = new URLSearchParams(location.search).get("q") ?? ""
}

export const startAddress = (): void => {
  read()
  addEventListener("hashchange", read)
  addEventListener("popstate", read)
}

export const search = (words: string): void => {
  const parameters = words === "" ? "" : `?${new URLSearchParams({ q: words })}`
  history.replaceState(null, "", `${location.pathname}${parameters}${location.hash}`)
  query.value = words
}

/** The address of an operation or a schema. */
export const href = (name: string): string => `#${encodeURIComponent(name)}`

export const open = (name: string): void => {
  location.hash = encodeURIComponent(name)
}
