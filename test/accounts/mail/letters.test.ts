import assert from "node:assert/strict"
import {
  alertsBegan,
  emailChanged,
  type Letter,
  passwordChanged,
  passwordReset,
  passwordResetCode,
  verificationCode
} from "../../../lib/accounts/mail/letters.ts"
import { describe, it } from "../../support/effect.ts"

const link = "https://rewards.example.com/api/v1/demo/partners/reset-password?token=abc&eco=demo"

const letters: ReadonlyArray<readonly [name: string, write: (name: string) => Letter, holds: string]> = [
  ["verificationCode", (name) => verificationCode({ name, code: "012345", minutes: 10 }), "012345"],
  ["passwordResetCode", (name) => passwordResetCode({ name, code: "01234567", minutes: 10 }), "01234567"],
  ["passwordReset", (name) => passwordReset({ name, link, minutes: 30 }), link],
  ["passwordChanged", (name) => passwordChanged({ name }), "was just changed"],
  [
    "alertsBegan",
    (name) => alertsBegan({ name, alerts: ['The rule "<b>" is used up.', "two"], others: 3, link }),
    'The rule "<b>" is used up.'
  ],
  ["emailChanged", (name) => emailChanged({ name, email: "new@shop.example" }), "new@shop.example"]
]

/** The visible text of the HTML: without tags, and with entities decoded. */
const visible = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

describe("every letter", () => {
  for (const [title, write, holds] of letters) {
    it(`${title} says the same as text and as HTML, and greets by name`, () => {
      const { text, html } = write("Ada Lovelace")
      for (const form of [text, visible(html)]) {
        assert.ok(form.includes(holds), `nothing of ${holds} in ${form}`)
        assert.ok(form.includes("Hello Ada Lovelace,"))
        assert.ok(form.includes("Laurel Rewards"))
      }
      const lines = visible(html)
        .split("\n")
        .filter((line) => line.trim() !== "")
      const paragraphs = text.split(/\n+/).filter((line) => !/^(--|Laurel Rewards|.*:)?$/.test(line.trim()))
      for (const paragraph of paragraphs)
        assert.ok(lines.includes(paragraph.trim()), `no ${paragraph} in HTML`)
    })

    it(`${title} has no secret in its subject and loads no remote content`, () => {
      const { subject, html } = write("Ada")
      assert.match(subject, /^[A-Z][a-z -]+$/i)
      assert.doesNotMatch(
        html,
        /<(img|script|link|iframe|table|form|object)\b|url\(|@import|\bsrc=|background-image/i
      )
      for (const [, address] of html.matchAll(/href="([^"]*)"/g))
        assert.equal(address, link.replace("&", "&#38;"))
    })

    for (const name of [
      `<img src=x onerror=alert(1)>`,
      `"><script>alert('x')</script>`,
      `Ada</p></div><a href="javascript:alert(1)">click</a>`,
      "&lt;b&gt; & <b>"
    ]) {
      it(`${title} shows the name ${name} as text`, () => {
        const { html, text } = write(name)
        const plain = write("Ada").html
        const tags = (markup: string) => [...markup.matchAll(/<[a-z/!][^>]*>/gi)].map(([tag]) => tag)
        assert.deepEqual(tags(html), tags(plain))
        assert.ok(visible(html).includes(`Hello ${name},`))
        assert.ok(text.includes(`Hello ${name},`))
      })
    }

    for (const name of [
      "Win at https://evil.example",
      "www.evil.example",
      "evil.example",
      " ",
      "x".repeat(101)
    ]) {
      it(`${title} greets without the name "${name.slice(0, 30)}", which is unusable`, () => {
        const { html, text } = write(name)
        assert.match(text, /^Hello,\n/)
        assert.ok(!`${html}${text}`.includes("evil"))
      })
    }

    it(`${title} keeps a name with line breaks on its line`, () => {
      assert.match(write("Ada\r\nBcc: eve@evil\u0007\u2028there").text, /^Hello Ada Bcc: eve@evil there,\n/)
    })
  }
})

describe("a letter about alerts", () => {
  it("has each alert in one line, and points to the page without a link if the address is not known", () => {
    const { text } = alertsBegan({ name: "Ada", alerts: ["one\ntwo", "three"], others: 0, link: undefined })
    assert.ok(text.includes("\n\none two\n\nthree\n\nOpen Alerts in the dashboard"), text)
    assert.ok(!text.includes("more"), text)
  })
})

describe("a link", () => {
  it("is a button and a bare address, both escaped", () => {
    const { html } = passwordReset({ name: "Ada", link: `https://x.example/?a="><script>&b='`, minutes: 1 })
    const escaped = "https://x.example/?a=&#34;&#62;&#60;script&#62;&#38;b=&#39;"
    assert.equal(html.split(`href="${escaped}"`).length, 3)
    assert.ok(html.includes(`>${escaped}</a>`))
    assert.ok(html.includes("1 minute and"))
    assert.doesNotMatch(html, /<script/)
  })

  it("that is not a web address is shown as text only", () => {
    const { html } = passwordReset({ name: "Ada", link: "javascript:alert(1)", minutes: 30 })
    assert.doesNotMatch(html, /href/)
    assert.ok(html.includes("javascript:alert(1)"))
  })
})
