import { randomBytes } from "node:crypto"
import { command, exit } from "./Command.ts"
import { requiredText, setting, text, whole } from "./options.ts"

/** A random password that satisfies the rules for passwords. */
const makePassword = (): string => `${randomBytes(15).toString("base64url")}-A1`

export const partnerCreate = command({
  name: "partner create",
  summary: "Onboards a partner, and prints its ids and its login",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    name: requiredText("name", "The partner's name"),
    email: requiredText("address", "The e-mail address to log in with"),
    "redirect-url": requiredText("url", "Where users return to after they signed in"),
    "user-details-url": requiredText("url", "Where the service asks for a user's record by tag"),
    application: text("name", "The name of the application (default: the partner's name)"),
    ecosystem: text("word", "The ecosystem of the partner (default laas)"),
    password: text("password", "The password (default: a random one, which is printed)")
  },
  fields: {
    partnerName: "--name",
    applicationName: "--application",
    email: "--email",
    ecosystem: "--ecosystem",
    redirectUrl: "--redirect-url",
    userDetailsUrl: "--user-details-url",
    password: "--password"
  },
  run: async (context) => {
    const { openNew } = await import("./open.ts")
    const { options, terminal } = context
    const { application, ecosystem = "laas", email, name } = options
    const password = options.password ?? makePassword()
    const rewards = await openNew(context)
    try {
      const made = await rewards.applications.onboard({
        ecosystem,
        partnerName: name,
        applicationName: application ?? name,
        email,
        redirectUrl: options["redirect-url"],
        userDetailsUrl: options["user-details-url"],
        password,
        confirmPassword: password
      })
      const shown = options.password === undefined ? { password } : {}
      await terminal.result({ ...made, ecosystem, ...shown }, [
        `partnerId: ${made.partnerId}`,
        `clientId: ${made.clientId}`,
        `email: ${made.email}`,
        `ecosystem: ${ecosystem}`,
        ...(options.password === undefined ? [`password: ${password}`] : [])
      ])
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})

export const partnerList = command({
  name: "partner list",
  summary: "Shows the partners in the order of their registration",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    after: text("id", "Shows the partners after this one"),
    limit: whole({ min: 1, max: 100, fallback: 100 }, "How many to show")
  },
  fields: { after: "--after" },
  run: async (context) => {
    const { openExisting } = await import("./open.ts")
    const { options, terminal } = context
    const { rewards } = await openExisting(context)
    try {
      const { after, limit } = options
      const page = await rewards.partners.list({ limit, ...(after === undefined ? {} : { after }) })
      await terminal.list(page, ({ createdAt, id, name }) => `${id}  ${createdAt}  ${name}`)
      if (page.next !== null) terminal.note(`Next page: --after ${page.next}`)
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})
