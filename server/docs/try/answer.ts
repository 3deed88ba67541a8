/** An answer in the form that the page shows. */
export interface Received {
  readonly status: number
  readonly requestId: string | null
  readonly text: string
  /** The access token in the answer of a login. */
  readonly accessToken: string | undefined
}

const most = 100_000

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const tokenIn = (text: string): string | undefined => {
  try {
    const found: unknown = JSON.parse(text).data.accessToken
    return typeof found === "string" ? found : undefined
  } catch {
    return undefined
  }
}

export const receive = async (response: Response): Promise<Received> => {
  const text = await response.text()
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    text: indented(text).slice(0, most),
    accessToken: tokenIn(text)
  }
}
