/** Cheaper than `new URL`. Where the Host header is not valid, Bun gives the path alone. */
export const split = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3)
  const rest = start === -1 ? "/" : url.slice(start)
  const mark = rest.search(/[?#]/)
  return mark === -1 ? { path: rest, search: "" } : { path: rest.slice(0, mark), search: rest.slice(mark) }
}

export const queryOf = (search: string): Readonly<Record<string, string>> =>
  search.length < 2 ? {} : Object.fromEntries(new URLSearchParams(search.split("#", 1)[0]))
