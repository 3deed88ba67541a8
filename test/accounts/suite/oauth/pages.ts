import assert from "node:assert/strict"
import { matches } from "../../../support/pattern.ts"
import { partnerTokenRow } from "../accounts.ts"
import { locationOf, type OAuth, type Test } from "./flow.ts"

const issuer = "https://rewards.example/api/v1/shop"

export const pages = (test: Test): void => {
  test("the page names the application and its scopes, and runs no scripts", async (oauth) => {
    const { cookie, fields, reply } = await oauth.visit()
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8")
    assert.equal(reply.headers.get("cache-control"), "no-store")
    assert.equal(reply.headers.get("referrer-policy"), "same-origin")
    const policy = reply.headers.get("content-security-policy") ?? ""
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /form-action 'self' https:(;|$)/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.ok(reply.text.includes("blog &#38; &#60;Sons&#62;") && !reply.text.includes("<Sons>"))
    assert.match(reply.text, /<h1>Sign in to continue to <bdi>[^<]+<\/bdi><\/h1>/)
    assert.match(reply.text, /<strong><bdi>[^<]+<\/bdi><\/strong> asks to link your account/)
    assert.doesNotMatch(reply.text, /<script/i)
    assert.ok(
      reply.text.includes("You go back to <strong><bdi>blog.example</bdi></strong> either way"),
      reply.text
    )
    const { csrf, ...sentAgain } = fields
    assert.deepEqual(sentAgain, oauth.request)
    assert.match(csrf ?? "", /^[A-Za-z0-9_-]{43}$/)
    assert.ok(!reply.text.includes(cookie.split("=")[1] ?? "?"), "the page shows the cookie's secret")
  })

  test("the form's cookie is limited to this page, and hidden from scripts and other sites", async (oauth) => {
    const { reply } = await oauth.visit()
    assert.match(
      reply.headers.get("set-cookie") ?? "",
      /^rewards_csrf=[\w-]{43}; Path=\/api\/v1\/shop\/users\/authorization; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/
    )
  })

  test("the page may redirect to any address of an app's own scheme, since it has no origin", async (oauth) => {
    const { mobileRedirectUrl } = oauth.blog
    const { reply } = await oauth.visit({ ...oauth.request, redirect_uri: mobileRedirectUrl })
    assert.match(reply.headers.get("content-security-policy") ?? "", /form-action 'self' blog\.app:;/)
  })

  test("consent redirects with a code, the state and the issuer, and keeps the address's own query", async (oauth) => {
    const reply = await oauth.submit(await oauth.visit())
    assert.equal(reply.status, 303)
    const { origin, pathname, searchParams } = locationOf(reply)
    assert.equal(origin + pathname, "https://blog.example/Return")
    const { code, ...rest } = Object.fromEntries(searchParams)
    assert.match(code ?? "", /^[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(rest, { from: "laurel", state: "a state & more", iss: issuer })
    oauth.tokensIn(await oauth.token(oauth.exchangeOf(code ?? "")))
  })

  const names = ["oda", " ODA ", "oda@oauth.example", "Oda@OAUTH.example"]
  for (const name of names) {
    test(`a user signs in as ${JSON.stringify(name)}`, async (oauth) => {
      const reply = await oauth.submit(await oauth.visit(), { tag: name })
      assert.ok(locationOf(reply).searchParams.has("code"))
    })
  }

  test("after a wrong password the page keeps the name, drops the password, and still works", async (oauth) => {
    const shown = await oauth.visit()
    const reply = await oauth.submit(shown, { tag: 'oda"><b>', password: "wrong secret" })
    assert.equal(reply.status, 401)
    assert.match(reply.text, /role="alert"/)
    assert.ok(reply.text.includes('name="tag" value="oda&#34;&#62;&#60;b&#62;"'))
    assert.ok(!reply.text.includes("wrong secret"))
    const cookie = (reply.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
    const csrf = /name="csrf" value="([^"]+)"/.exec(reply.text)?.[1] ?? ""
    const again = await oauth.submit({ cookie, fields: { ...shown.fields, csrf } })
    assert.equal(again.status, 303)
  })
}

export const codes = (test: Test): void => {
  const devices: ReadonlyArray<readonly [query: string, address: (oauth: OAuth) => string]> = [
    ["", ({ blog }) => `${blog.redirectUrl}&`],
    ["?scope=&deviceType=", ({ blog }) => `${blog.redirectUrl}&`],
    ["?deviceType=web", ({ blog }) => `${blog.webRedirectUrl}?`],
    ["?deviceType=mobile", ({ blog }) => `${blog.mobileRedirectUrl}?`]
  ]
  for (const [query, address] of devices) {
    test(`the native form with ${query || "no query"} picks the address for the device`, async (oauth) => {
      const reply = await oauth.requestCode(oauth.blog, { state: "s 1" }, query)
      matches(
        { status: reply.status, body: reply.body },
        {
          status: 200,
          body: {
            status: "success",
            message: "Authorization code created successfully",
            data: {
              redirectUrl: `${address(oauth)}code=${oauth.codeIn(reply)}&state=s+1&iss=${encodeURIComponent(issuer)}`
            }
          }
        }
      )
    })
  }

  test("a device whose address was not registered goes to the general one", async (oauth) => {
    const { sql } = oauth
    const { clientId } = oauth.rival
    await sql(`UPDATE rewards_application SET web_redirect_url = NULL WHERE client_id = '${clientId}'`)
    const reply = await oauth.requestCode(oauth.rival, {}, "?deviceType=web")
    assert.ok(reply.text.includes(oauth.rival.redirectUrl))
  })

  test("a code without a challenge is exchanged by the partner itself", async (oauth) => {
    const { code_verifier: _, ...fields } = oauth.exchangeOf(await oauth.nativeCode())
    oauth.tokensIn(await oauth.token(fields, oauth.blog.accessToken))
  })

  test("a code with a challenge is exchanged with any token of the partner's too", async (oauth) => {
    const { sql, token } = partnerTokenRow(oauth.blog.partnerId, "read")
    await oauth.sql(sql)
    oauth.tokensIn(await oauth.token(oauth.exchangeOf(await oauth.newCode()), token))
  })

  test("the redirect address need not be repeated when the code is exchanged", async (oauth) => {
    const { redirect_uri: _, ...fields } = oauth.exchangeOf(await oauth.newCode())
    oauth.tokensIn(await oauth.token(fields))
  })
}
