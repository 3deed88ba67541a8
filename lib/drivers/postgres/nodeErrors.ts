import type { Client } from "pg"

/**
 * A node of Citus can refuse a COMMIT, for example because of a deferred constraint. Citus first reports the node's error as a
 * warning. After that, COMMIT fails with an error that does not name the reason.
 */
const isRefusedCommit = ({ message }: Error): boolean =>
  /could not commit transaction for shard/.test(message)

const errors = new WeakMap<object, Error>()

/** False for the SQLSTATEs that begin with 00 (success), 01 (warning) or 02 (no data). */
const isError = (code: string | undefined): code is string => code !== undefined && !/^0[012]/.test(code)

/** Remembers the last error that the server reports as a warning on this connection. */
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
