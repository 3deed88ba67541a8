// Authorization requests that are refused before the user sees a consent page.
import assert from "node:assert/strict"
import { get } from "../../../support/calls.ts"
import { linkIn } from "../../../support/oauth.ts"
import type { OAuth, Test } from "../oauth/flow.ts"

const path = "/shop/users/authorization"

/** The valid request with other parameters. An undefined one is left out, and a list is repeated for each value. */
const queryWith = (oauth: OAuth, changes: Changes): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...oauth.request, ...changes })) {
    for (const each of value === undefined ? [] : [value].flat()) query.append(name, each)
  }
  return query.toString()
}
type Changes = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const address = "https://blog.example/Return?from=laurel"

/** Addresses that differ slightly from the registered one. Each could let a third party receive a code. */
const redirects: Readonly<Record<string, string>> = {
  "with another path": "https://blog.example/other?from=laurel",
  "with a path below": "https://blog.example/Return/more?from=laurel",
  "with a slash more": "https://blog.example/Return/?from=laurel",
  "with a path in another case": "https://blog.example/return?from=laurel",
  "with a host in another case": "https://Blog.example/Return?from=laurel",
  "with a parameter more": `${address}&next=1`,
  "with another parameter": "https://blog.example/Return?from=evil",
  "without its query": "https://blog.example/Return",
  "with a fragment": `${address}#x`,
  "with another port": "https://blog.example:444/Return?from=laurel",
  "with its port spelled out": "https://blog.example:443/Return?from=laurel",
  "with another scheme": "http://blog.example/Return?from=laurel",
  "that only starts like it": "https://blog.example.evil.example/Return?from=laurel",
  "that only ends like it": "https://evilblog.example/Return?from=laurel",
  "with the host as a user name": "https://blog.example@evil.example/Return?from=laurel",
  "with a user name": "https://user@blog.example/Return?from=laurel",
  "with a dot after the host": "https://blog.example./Return?from=laurel",
  "with an escaped letter": "https://blog.example/Retur%6E?from=laurel",
  "with a way around": "https://blog.example/x/../Return?from=laurel",
  "with backslashes": "https:\\\\blog.example\\Return?from=laurel",
  "with a space before it": ` ${address}`,
  "with a line break after it": `${address}\n`,
  "without a scheme": "//blog.example/Return?from=laurel",
  "without a host": "/Return?from=laurel",
  "that runs": "javascript:alert(1)//https://blog.example/Return?from=laurel",
  "of an app in another case": "Blog.app://signed-in",
  "of an app with another host": "blog.app://signed-out"
}

const toThePerson: Readonly<Record<string, (oauth: OAuth) => Changes>> = {
  "a redirect address of another application": ({ rival }) => ({ redirect_uri: rival.redirectUrl }),
  "a redirect address of another device": () => ({ deviceType: "web" }),
  "two redirect addresses": ({ blog }) => ({ redirect_uri: [blog.redirectUrl, blog.webRedirectUrl] }),
  "the redirect address twice": ({ blog }) => ({ redirect_uri: [blog.redirectUrl, blog.redirectUrl] }),
  "two devices": ({ blog }) => ({ redirect_uri: blog.webRedirectUrl, deviceType: ["web", "mobile"] }),
  "no client": () => ({ client_id: undefined }),
  "an empty client": () => ({ client_id: "" }),
  "an unknown client": () => ({ client_id: "0".repeat(64) }),
  "a client in another case": ({ blog }) => ({ client_id: blog.clientId.toUpperCase() }),
  "a client that no database takes": () => ({ client_id: "\u0000" }),
  "a client of another ecosystem": ({ mall }) => ({
    client_id: mall.clientId,
    redirect_uri: mall.redirectUrl
  }),
  "two clients": ({ blog, rival }) => ({ client_id: [blog.clientId, rival.clientId] })
}

export const persons = (test: Test): void => {
  const refused = async (oauth: OAuth, changes: Changes) => {
    const reply = await oauth.send(get(`${path}?${queryWith(oauth, changes)}`))
    assert.equal(reply.status, 400)
    assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8")
    assert.equal(reply.headers.get("location"), null)
    assert.equal(reply.headers.get("set-cookie"), null)
    assert.match(reply.headers.get("content-security-policy") ?? "", /form-action 'none'/)
    assert.doesNotMatch(reply.text, /evil|password|<a /)
  }
  for (const [name, redirect_uri] of Object.entries(redirects)) {
    test(`an address ${name} is refused without a redirect`, (oauth) => refused(oauth, { redirect_uri }))
  }
  for (const [name, changes] of Object.entries(toThePerson)) {
    test(`${name}: the user sees the error, without a redirect`, (oauth) => refused(oauth, changes(oauth)))
  }
}

const toTheClient: ReadonlyArray<readonly [name: string, changes: Changes, error: string]> = [
  ["no response type", { response_type: undefined }, "invalid_request"],
  ["an implicit token", { response_type: "token" }, "unsupported_response_type"],
  ["a code and a token", { response_type: "code token" }, "unsupported_response_type"],
  ["two response types", { response_type: ["code", "code"] }, "invalid_request"],
  ["no challenge", { code_challenge: undefined }, "invalid_request"],
  ["an empty challenge", { code_challenge: "" }, "invalid_request"],
  [
    "no challenge and no method",
    { code_challenge: undefined, code_challenge_method: undefined },
    "invalid_request"
  ],
  ["no challenge method, which means plain", { code_challenge_method: undefined }, "invalid_request"],
  ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["a challenge method in another case", { code_challenge_method: "s256" }, "invalid_request"],
  ["a short challenge", { code_challenge: "a".repeat(42) }, "invalid_request"],
  ["a long challenge", { code_challenge: "a".repeat(44) }, "invalid_request"],
  ["a padded challenge", { code_challenge: `${"a".repeat(43)}=` }, "invalid_request"],
  ["a challenge in plain base64", { code_challenge: `${"a".repeat(42)}+` }, "invalid_request"],
  ["two challenges", { code_challenge: ["a".repeat(43), "b".repeat(43)] }, "invalid_request"],
  ["an unknown scope", { scope: "admin" }, "invalid_scope"],
  ["an unknown scope among known ones", { scope: "profile admin" }, "invalid_scope"],
  ["a scope in another case", { scope: "Profile" }, "invalid_scope"],
  ["scopes with a comma", { scope: "profile,email" }, "invalid_scope"],
  ["two scopes", { scope: ["profile", "email"] }, "invalid_request"],
  ["an unknown device", { deviceType: "fridge" }, "invalid_request"]
]

export const clients = (test: Test): void => {
  for (const [name, changes, error] of toTheClient) {
    test(`${name}: the user sees the host, and the application receives ${error} by a click`, async (oauth) => {
      const reply = await oauth.send(get(`${path}?${queryWith(oauth, changes)}`))
      assert.equal(reply.status, 400)
      assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8")
      for (const header of ["location", "refresh", "set-cookie"]) {
        assert.equal(reply.headers.get(header), null, header)
      }
      assert.match(reply.headers.get("content-security-policy") ?? "", /default-src 'none'/)
      assert.doesNotMatch(reply.text, /<script|http-equiv|password/i)
      assert.ok(reply.text.includes("<strong><bdi>blog.example</bdi></strong>"), reply.text)
      const { origin, pathname, searchParams } = linkIn(reply.text)
      assert.equal(origin + pathname, "https://blog.example/Return")
      const { error_description, ...rest } = Object.fromEntries(searchParams)
      assert.match(error_description ?? "", /^[\x20-\x7e]+$/)
      assert.deepEqual(rest, {
        from: "laurel",
        error,
        state: "a state & more",
        iss: "https://rewards.example/api/v1/shop"
      })
    })
  }

  test("the application is told what the request lacks", async (oauth) => {
    const { code_challenge: _, ...request } = oauth.request
    const { reply } = await oauth.visit(request)
    const { searchParams } = linkIn(reply.text)
    assert.equal(searchParams.get("error_description"), "a code challenge (PKCE) is required")
  })

  const states: ReadonlyArray<readonly [string, Changes]> = [
    ["two states", { state: ["one", "two"] }],
    ["a state that is too long", { state: "x".repeat(2049) }],
    ["no state, and no challenge", { state: undefined, code_challenge: undefined }]
  ]
  for (const [name, changes] of states) {
    test(`${name}: the application receives the error, without a state`, async (oauth) => {
      const reply = await oauth.send(get(`${path}?${queryWith(oauth, changes)}`))
      const { searchParams } = linkIn(reply.text)
      assert.equal(searchParams.get("error"), "invalid_request")
      assert.ok(!searchParams.has("state"))
    })
  }

  const hosts: ReadonlyArray<readonly [name: string, address: (oauth: OAuth) => string, host: string]> = [
    ["with a port", ({ blog }) => blog.webRedirectUrl, "web.blog.example:8443"],
    ["of an app", ({ blog }) => blog.mobileRedirectUrl, "blog.app://signed-in"]
  ]
  for (const [name, address, host] of hosts) {
    test(`an address ${name} is named by its host, on the error page and on the consent page`, async (oauth) => {
      const redirect_uri = address(oauth)
      const wrong = await oauth.visit({ ...oauth.request, redirect_uri, scope: "admin" })
      assert.equal(wrong.reply.status, 400)
      assert.ok(wrong.reply.text.includes(`<strong><bdi>${host}</bdi></strong>`), wrong.reply.text)
      assert.ok(linkIn(wrong.reply.text).href.startsWith(redirect_uri))
      const { reply } = await oauth.visit({ ...oauth.request, redirect_uri })
      assert.ok(
        reply.text.includes(`You go back to <strong><bdi>${host}</bdi></strong> either way`),
        reply.text
      )
    })
  }

  test("a state of 2048 characters is not too long, and comes back with an error", async (oauth) => {
    const state = "x".repeat(2048)
    assert.equal((await oauth.visit({ ...oauth.request, state })).reply.status, 200)
    const { reply } = await oauth.visit({ ...oauth.request, state, scope: "admin" })
    assert.equal(linkIn(reply.text).searchParams.get("state"), state)
  })

  test("a host that is written like another is named as a browser resolves it", async (oauth) => {
    const { clientId } = oauth.rival
    const redirect_uri = "https://blog.example@xn--e1awd7f.example/%22%3E"
    await oauth.sql(
      `UPDATE rewards_application SET mobile_redirect_url = '${redirect_uri}' WHERE client_id = '${clientId}'`
    )
    const { reply } = await oauth.visit({ client_id: clientId, redirect_uri })
    assert.ok(reply.text.includes("<strong><bdi>xn--e1awd7f.example</bdi></strong>"), reply.text)
  })
}
