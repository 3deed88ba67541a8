/**
 * The address that counts for rate limits. Only the entries of X-Forwarded-For that the deployment's own proxies
 * wrote are used: each proxy appends the address that it saw. A caller can write anything before those.
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
