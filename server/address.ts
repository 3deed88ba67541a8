/**
 * The address that counts for rate limits. X-Forwarded-For is believed only as far as the deployment's own proxies
 * wrote it: each adds the address it saw at the end, and whatever stands before those is the caller's own invention.
 */
export const callerAddress = (
  request: Request,
  peer: string | undefined,
  proxies: number
): string | undefined => {
  if (proxies === 0) return peer
  const forwarded = request.headers.get("x-forwarded-for")?.split(",") ?? []
  return forwarded.at(-proxies)?.trim() || peer
}
