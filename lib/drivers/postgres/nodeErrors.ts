import type { Client } from "pg"

/**
 * When a node of Citus refuses to commit, such as for a deferred constraint, Citus first reports the node's error as a warning, and
 * then fails the COMMIT with an error that does not name the reason. Only one node was written to: otherwise the nodes would have
 * prepared the transaction first.
 */
const isRefusedCommit = ({ message }: Error): boolean =>
  /could not commit transaction for shard/.test(message)

const errors = new WeakMap<object, Error>()

/** SQLSTATEs of success and of warnings that are no errors. */
const isError = (code: string | undefined): code is string => code !== undefined && !/^0[012]/.test(code)

/** Remembers the last error that the server reports on this connection as a warning. */
export const rememberNodeErrors = (client: Client): void => {
  client.on("notice", ({ code, message, severity }) => {
    if (isError(code)) errors.set(client, Object.assign(new Error(message), { code, severity }))
  })
}

/** The error of the node that refused a COMMIT. Other errors are returned unchanged. */
export const nodeErrorOf = (client: object, error: Error): Error => {
  if (!isRefusedCommit(error)) return error
  const found = errors.get(client)
  errors.delete(client)
  return found ?? error
}
