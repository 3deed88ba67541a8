import { numericPassword, partnerBody, password } from "../../support/bodies.ts"
import { post } from "../../support/calls.ts"
import { containing, hex64, id, token } from "../../support/pattern.ts"
import { badRequest, missing, refused, row, success, type Table, unauthorized } from "../../support/table.ts"

const onboard = (change: object = {}, eco = "shop") => post(`/${eco}/partners`, { ...partnerBody, ...change })

/** A body without this field: JSON omits undefined values. */
const without = (field: string) => onboard({ [field]: undefined })

const saved = (change: object = {}) =>
  success(201, "Partner details saved successfully", {
    id,
    applicationName: "Acme Shop",
    clientId: hex64,
    webRedirectUrl: "",
    mobileRedirectUrl: "",
    partnerId: id,
    redirectUrl: "https://acme.example/return",
    email: "owner@acme.example",
    partnerName: "Acme",
    userDetailsUrl: "https://acme.example/users",
    ...change
  })

const addresses = { webRedirectUrl: "https://acme.example/web", mobileRedirectUrl: "acme://signed-in" }

const passwordLacks = (what: string) => badRequest(`password must have ${what}`)
const weak = (password: string) => onboard({ password, confirmPassword: password })

/** Section 3 of the interface, and the login with its e-mail address and password. */
export const partners = (table: Table): void => {
  table("POST /{eco}/partners", [
    row("the required fields", () => onboard(), saved()),
    row(
      "web and mobile addresses",
      () => onboard({ ...addresses, email: "two@acme.example" }),
      saved({ ...addresses, email: "two@acme.example" })
    ),
    row(
      "the same e-mail in another ecosystem",
      () => onboard({ email: "OWNER@acme.example" }, "bank"),
      saved({ email: "OWNER@acme.example" })
    ),
    row("without applicationName", () => without("applicationName"), missing("applicationName")),
    row("without redirectUrl", () => without("redirectUrl"), missing("redirectUrl")),
    row("without email", () => without("email"), missing("email")),
    row("without partnerName", () => without("partnerName"), missing("partnerName")),
    row("without password", () => onboard({ password: undefined, confirmPassword: undefined }), {
      ...badRequest("password is required; confirmPassword is required")
    }),
    row("without confirmPassword", () => without("confirmPassword"), missing("confirmPassword")),
    row("without userDetailsUrl", () => without("userDetailsUrl"), missing("userDetailsUrl")),
    ...["\u202e", "\u2066", "\u200b", "\u200d", "\u00ad", "\ufeff", "\u3164"].map((character) => {
      const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`
      return row(
        `names with ${code}, which nobody can see`,
        () => onboard({ applicationName: `Ac${character}me`, partnerName: `Ac${character}me` }),
        badRequest(
          `applicationName must have only visible characters: remove ${code}; partnerName must have only visible characters: remove ${code}`
        )
      )
    }),
    row(
      "names in other scripts, and with emoji",
      () => onboard({ applicationName: "متجر ❤️", partnerName: "आनंद", email: "scripts@acme.example" }),
      saved({ applicationName: "متجر ❤️", partnerName: "आनंद", email: "scripts@acme.example" })
    ),
    row(
      "an e-mail address with a character that nobody can see",
      () => onboard({ email: "ow\u200bner@acme.example" }),
      badRequest(containing("email must be an e-mail address"))
    ),
    row(
      "several faults at once",
      () => onboard({ applicationName: undefined, email: "nobody", redirectUrl: "/return" }),
      badRequest(
        containing(
          "applicationName is required",
          'redirectUrl must be an absolute URL, such as https://example.com/return, got "/return"',
          'email must be an e-mail address, got "nobody"'
        )
      )
    ),
    row("a password of 7", () => weak("Str0ng!"), passwordLacks("at least 8 characters")),
    row(
      "one without an uppercase letter",
      () => weak("str0ng!secret"),
      passwordLacks("one uppercase letter")
    ),
    row("one without a number", () => weak("Strong!secret"), passwordLacks("one number")),
    row(
      "one without a special character",
      () => weak("Str0ngsecret"),
      passwordLacks("one special character")
    ),
    row(
      "one that is not text",
      () => onboard({ password: numericPassword, confirmPassword: numericPassword }),
      badRequest(containing("password must be", "confirmPassword must be"))
    ),
    row(
      "a confirmation that differs",
      () => onboard({ confirmPassword: "Str0ng!other" }),
      badRequest("confirmPassword must equal password")
    ),
    row(
      "an address that a browser would execute",
      () => onboard({ mobileRedirectUrl: "javascript:alert(1)" }),
      badRequest(containing("mobileRedirectUrl must be an absolute URL"))
    ),
    row(
      "a userDetailsUrl that is not a web address",
      () => onboard({ userDetailsUrl: "acme://users" }),
      badRequest('userDetailsUrl must be an absolute http or https address, got "acme://users"')
    ),
    row(
      "an e-mail that is taken, in another case",
      () => onboard({ email: "Owner@ACME.example" }),
      refused("email_taken", "email Owner@ACME.example is already taken")
    ),
    row(
      "an invalid ecosystem",
      () => onboard({}, "Shop"),
      badRequest(containing("eco must be a lower-case word"))
    )
  ])

  const login = (change: object = {}, eco = "shop") =>
    post(`/${eco}/partners/login`, { email: "owner@acme.example", password, ...change })
  const wrong = unauthorized("email or password is wrong")

  table("POST /{eco}/partners/login", [
    row(
      "the right password",
      () => login(),
      success(200, "Logged in successfully", { accessToken: token, tokenType: "Bearer", expiresIn: 14_400 })
    ),
    row("a wrong password", () => login({ password: "Str0ng!other" }), wrong),
    row("an unknown e-mail", () => login({ email: "nobody@acme.example" }), wrong),
    row("the right password in another ecosystem", () => login({ email: "two@acme.example" }, "bank"), wrong),
    row("without email", () => login({ email: undefined }), missing("email")),
    row("without password", () => login({ password: undefined }), missing("password")),
    row(
      "a password that is not text",
      () => login({ password: numericPassword }),
      badRequest(containing("password must be"))
    )
  ])
}
