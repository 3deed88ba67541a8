export type Fetch = (request: Request) => Response | Promise<Response>

export interface ListenOptions {
  readonly port: number
  readonly hostname: string
  /** Seconds after which an idle connection is closed. */
  readonly idleTimeout: number
}

/** An open port. */
export interface Server {
  readonly port: number
  /** The address that a request came from. */
  readonly peer: (request: Request) => string | undefined
  /**
   * Sets the handler of all requests; earlier requests wait for it. The port is opened first, because the service's own URLs contain
   * the port.
   */
  readonly serve: (fetch: Fetch) => void
  /** Accepts no more requests, and resolves when all accepted ones are answered. */
  readonly stop: () => Promise<void>
}

/** Opens a port. Fails if the port is taken or not allowed. */
export type Listen = (options: ListenOptions) => Promise<Server>

/** Holds requests back until `open` sets their handler. */
export const makeGate = () => {
  const { promise, resolve } = Promise.withResolvers<Fetch>()
  let answer: Fetch = async (request) => (await promise)(request)
  return {
    fetch: (request: Request) => answer(request),
    open: (fetch: Fetch): void => {
      answer = fetch
      resolve(fetch)
    }
  }
}
