import { Resolver } from "node:dns/promises"

/** The time limit for the first try to query a name server, in milliseconds. */
const timeout = 2500

const isLocalhost = (name: string): boolean => name === "localhost" || name.endsWith(".localhost")

/** Returns whether a host name always means this machine. */
export const isLocalName = (hostname: string): boolean =>
  isLocalhost(hostname.toLowerCase().replace(/\.$/, ""))

export interface ResolveOptions {
  /** The name servers, as `address:port`. Default: the name servers of the system. */
  readonly servers?: ReadonlyArray<string> | undefined
}

/**
 * Makes a function that asks the name servers for all addresses of a host name. Aborting the signal cancels the queries. `lookup` of
 * `node:dns` is not used: it cannot be cancelled. While a name server does not answer, each call of `lookup` occupies one of the few
 * threads of the runtime's thread pool.
 */
export const makeResolveHost =
  ({ servers }: ResolveOptions = {}) =>
  async (hostname: string, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
    if (isLocalName(hostname)) return ["127.0.0.1", "::1"]
    signal.throwIfAborted()
    // `cancel` ends all queries of a resolver, so each call has its own resolver.
    const resolver = new Resolver({ timeout, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener("abort", cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    } finally {
      signal.removeEventListener("abort", cancel)
    }
  }
