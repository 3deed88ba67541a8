// A partner's program: onboards, logs in and sends requests.
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly status: string
    readonly message: string
    // Not typed further: tests compare the values they expect, and the contract's tests check every field.
    readonly data: Readonly<Record<string, unknown>>
  }
}

export interface Caller {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly post: (
    base: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Reply>
  readonly get: (base: string, path: string) => Promise<Reply>
}

const read = async (response: Response): Promise<Reply> => {
  const body: Reply["body"] = JSON.parse(await response.text())
  return { status: response.status, headers: response.headers, body }
}

export const post = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Reply> =>
  read(
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )

export const get = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  read(await fetch(url, { headers }))

export const partnerBody = (email: string, password: string) => ({
  applicationName: "Corner Shop",
  partnerName: "Corner Shop Ltd",
  email,
  password,
  confirmPassword: password,
  redirectUrl: "https://shop.example/return",
  userDetailsUrl: "https://shop.example/users"
})

export const logIn = async (base: string, email: string, password: string): Promise<string> => {
  const { body } = await post(`${base}/api/v1/demo/partners/login`, { email, password })
  return String(body.data.accessToken)
}

/** Onboards a partner and logs it in. Its token is valid at every process on the same database. */
export const newCaller = async (
  base: string,
  more: Readonly<Record<string, string>> = {}
): Promise<Caller> => {
  const email = `ops-${crypto.randomUUID()}@shop.example`
  const password = `Sesame-${crypto.randomUUID()}`
  const onboarded = await post(`${base}/api/v1/demo/partners`, {
    ...partnerBody(email, password),
    ...more
  })
  if (onboarded.status !== 201) throw new Error(`onboarding failed: ${JSON.stringify(onboarded.body)}`)
  const token = await logIn(base, email, password)
  const authorization = `Bearer ${token}`
  return {
    email,
    password,
    token,
    post: (at, path, body, headers = {}) => post(`${at}/api/v1${path}`, body, { authorization, ...headers }),
    get: (at, path) => get(`${at}/api/v1${path}`, { authorization })
  }
}
