import { command, exit } from "./Command.ts"
import { requiredText, setting } from "./options.ts"

const options = {
  database: setting("DATABASE_URL", "url", "The database"),
  partner: requiredText("id", "The partner's id")
}

const fields = { partnerId: "--partner", name: "--name", scopes: "--scopes", id: "<id>" }

export const keysCreate = command({
  name: "keys create",
  summary: "Creates an API key of a partner, and prints its secret, which is shown only once",
  options: {
    ...options,
    name: requiredText("name", "The purpose of the key"),
    scopes: requiredText(
      "scopes",
      "Separated by commas: rules:write, awards:write, coins:write, coins:adjust, webhooks:write, read, members:read"
    )
  },
  fields,
  run: async (context) => {
    const { openAccounts } = await import("./open.ts")
    const { options, terminal } = context
    const rewards = await openAccounts(context)
    try {
      // The library checks the scopes, and its error names the wrong one.
      const scopes = options.scopes.split(",").map((word) => word.trim()) as Array<"read">
      const { partner: partnerId, name } = options
      await rewards.partners.get({ partnerId })
      const made = await rewards.apiKeys.create({ partnerId, name, scopes })
      await terminal.result(made, [
        `id: ${made.id}`,
        `apiKey: ${made.apiKey}`,
        `apiSecret: ${made.apiSecret}`
      ])
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})

export const keysList = command({
  name: "keys list",
  summary: "Shows the API keys of a partner",
  options,
  fields,
  run: async (context) => {
    const { openAccounts } = await import("./open.ts")
    const rewards = await openAccounts(context)
    try {
      const data = await rewards.apiKeys.list({ partnerId: context.options.partner })
      await context.terminal.list({ data, hasMore: false }, ({ apiKey, id, name, revokedAt, scopes }) =>
        [id, apiKey, revokedAt === null ? "valid" : `revoked at ${revokedAt}`, scopes.join(","), name].join(
          "  "
        )
      )
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})

export const keysRevoke = command({
  name: "keys revoke",
  summary: "Revokes an API key, and the tokens that were issued with it",
  words: [{ name: "id", summary: 'The id of the key, as "keys list" shows it' }],
  options,
  fields,
  run: async (context) => {
    const { openAccounts } = await import("./open.ts")
    const { options, terminal, words } = context
    const rewards = await openAccounts(context)
    try {
      const revoked = await rewards.apiKeys.revoke({ partnerId: options.partner, id: words[0] ?? "" })
      await terminal.result(revoked, [`${revoked.id} was revoked at ${revoked.revokedAt}`])
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})
