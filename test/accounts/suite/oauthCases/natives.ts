import assert from "node:assert/strict"
import { userPassword } from "../../../support/bodies.ts"
import type { OAuth, Test } from "../oauth/flow.ts"

export const natives = (test: Test): void => {
  const refused: Readonly<
    Record<string, readonly [fields: (oauth: OAuth) => object, query: string, status: number, part: string]>
  > = {
    "with a wrong password": [() => ({ password: "wrong secret" }), "", 401, "tag or password is wrong"],
    "with an unknown tag": [() => ({ tag: "nobody" }), "", 401, "tag or password is wrong"],
    "with an unknown client": [() => ({ clientId: "x" }), "", 400, "clientId x was not found"],
    "with a client of another ecosystem": [
      ({ mall }) => ({ clientId: mall.clientId }),
      "",
      400,
      "was not found"
    ],
    "with another redirect address": [
      () => ({ redirectUri: "https://evil.example/" }),
      "",
      400,
      '"appErrorCode":"invalid_request"'
    ],
    "with another device's redirect address": [
      ({ blog }) => ({ redirectUri: blog.webRedirectUrl }),
      "?deviceType=mobile",
      400,
      '"appErrorCode":"invalid_request"'
    ],
    "for an unknown scope": [() => ({}), "?scope=admin", 400, '"appErrorCode":"invalid_scope"'],
    "for an unknown device": [() => ({}), "?deviceType=fridge", 400, "deviceType must be web or mobile"],
    "with a plain challenge": [
      () => ({ codeChallenge: "a".repeat(43), codeChallengeMethod: "plain" }),
      "",
      400,
      "codeChallengeMethod must be S256"
    ],
    "with a challenge of no method": [
      () => ({ codeChallenge: "a".repeat(43) }),
      "",
      400,
      "codeChallengeMethod is required"
    ],
    "with a method and no challenge": [
      () => ({ codeChallengeMethod: "S256" }),
      "",
      400,
      "codeChallenge is required"
    ],
    "with a short challenge": [
      () => ({ codeChallenge: "a", codeChallengeMethod: "S256" }),
      "",
      400,
      "codeChallenge must be 43"
    ],
    "with several faults": [
      () => ({ tag: undefined, password: 7, clientId: undefined }),
      "",
      400,
      "clientId is required; tag is required; password must be text"
    ]
  }
  for (const [name, [changed, query, status, part]] of Object.entries(refused)) {
    test(`the native form ${name} is refused`, async (oauth) => {
      const reply = await oauth.requestCode(oauth.blog, { ...changed(oauth) }, query)
      assert.equal(reply.status, status)
      assert.ok(reply.text.includes(part), reply.text)
      assert.ok(!reply.text.includes(userPassword))
    })
  }
}

/** Answers do not reveal whether an account exists. */
export const enumeration = (test: Test): void => {
  const strangers: ReadonlyArray<readonly [tag: string, password: string]> = [
    ["oda", "wrong secret"],
    ["oda@oauth.example", "wrong secret"],
    ["nobody", userPassword],
    ["nobody@oauth.example", "wrong secret"]
  ]

  test("the native form answers a wrong password and an unknown user alike, and records both", async (oauth) => {
    const count = async () =>
      (await oauth.sql("SELECT id FROM rewards_audit WHERE action = 'consent.refuse'")).length
    const before = await count()
    const answers = new Set<string>()
    for (const [tag, password] of strangers) {
      const { status, text } = await oauth.requestCode(oauth.blog, { tag, password })
      answers.add(`${status} ${text}`)
    }
    assert.equal(answers.size, 1)
    assert.equal((await count()) - before, strangers.length)
  })

  test("the page answers a wrong password and an unknown user alike", async (oauth) => {
    const answers = new Set<string>()
    for (const [tag, password] of strangers) {
      const { status, text } = await oauth.submit(await oauth.visit(), { tag, password })
      const page = text.replace(/name="csrf" value="[^"]+"/, "").replace(`value="${tag}"`, "")
      answers.add(`${status} ${page}`)
    }
    assert.equal(answers.size, 1)
  })
}
