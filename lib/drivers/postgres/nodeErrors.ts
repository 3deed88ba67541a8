import type { Client } from "pg"

/**
 * When a node of Citus refuses to commit, for example because of a deferred constraint, Citus first reports the node's error as a
 * warning, and then fails the COMMIT with an error that does not name the reason. This happens only if the transaction wrote to
 * exactly one node. With several nodes, a node refuses earlier, when Citus prepares the transaction.
 */
const isRefusedCommit = ({ message }: Error): boolean =>
  /could not commit transaction for shard/.test(message)

const errors = new WeakMap<object, Error>()

/** False for the SQLSTATEs that begin with 00 (success), 01 (warning) or 02 (no data). */
const isError = (code: string | undefined): code is string => code !== undefined && !/^0[012]/.test(code)

/** Remembers the last error that the server reports on this connection as a warning. */
export const rememberNodeErrors = (client: Client): void => {
  client.on("notice", ({ code, message, severity }) => {
    if (isError(code)) errors.set(client, Object.assign(new Error(message), { code, severity }))
  })
}

/** If a node refused a COMMIT, returns the error of the node. Other errors are returned unchanged. */
export const nodeErrorOf = (client: object, error: Error): Error => {
  if (!isRefusedCommit(error)) return error
  const found = errors.get(client)
  errors.delete(client)
  return found ?? error
}
