import type { AccountsClient } from "../../lib/index.ts"
import { command, exit } from "./Command.ts"
import { setting, text, whole } from "./options.ts"

const readPage = async ({ mails }: AccountsClient, limit: number, before: string | undefined) => {
  const data = await mails.list({ limit, ...(before === undefined ? {} : { before }) })
  const last = data.at(-1)
  const rest = last === undefined ? [] : await mails.list({ limit: 1, before: last.id })
  return { data, hasMore: rest.length > 0 }
}

export const mail = command({
  name: "mail",
  summary: "Shows the outbox, the newest mail first",
  about: "The text of a mail is removed once it is sent. Without SMTP_URL all mails stay in the outbox.",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    before: text("id", "Shows the mails that are older than this one"),
    limit: whole({ min: 1, max: 100, fallback: 10 }, "How many to show")
  },
  fields: { before: "--before" },
  run: async (context) => {
    const { openAccounts } = await import("./open.ts")
    const { options, terminal } = context
    const rewards = await openAccounts(context)
    try {
      const page = await readPage(rewards, options.limit, options.before)
      await terminal.list(page, ({ createdAt, state, subject, text, to }) =>
        [
          `${createdAt}  ${state}  to ${to}: ${subject}`,
          ...(text === "" ? [] : [text.trimEnd().replace(/^/gm, "  | ")])
        ].join("\n")
      )
      if (page.hasMore) terminal.note(`Next page: --before ${page.data.at(-1)?.id}`)
      if (page.data.length === 0)
        terminal.note(options.before === undefined ? "The outbox is empty." : "There are no older mails.")
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})
