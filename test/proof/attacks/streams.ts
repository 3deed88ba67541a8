import type { Attack } from "./Attack.ts"

/** As many as take all streams of the service, if each partner has 16 and nothing else limits them. */
const partners = 63

const openStream = async (url: string, token: string): Promise<number> => {
  const closing = new AbortController()
  const answer = await fetch(`${url}/api/v1/laas/events?newest=1`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: closing.signal
  })
  closing.abort()
  return answer.status
}

export const streams: Attack = {
  name: "streams",
  claim: "many partners at one address cannot take all event streams",
  databases: ["sqlite"],
  prepare: async ({ partner }) => {
    const tokens = []
    for (let count = 0; count < partners; count++) tokens.push((await partner()).token)
    return {
      assaults: {
        [`${partners} partners × 16 streams`]: {
          kind: "streams",
          tokens,
          path: "/laas/events",
          callers: 16 * partners
        }
      },
      victim: { stream: (url, { token }) => openStream(url, token) }
    }
  }
}
