import { command, exit } from "./Command.ts"
import { setting, whole } from "./options.ts"

export const mail = command({
  name: "mail",
  summary: "Shows the outbox, the newest mail first",
  about: "The text of a mail is removed once it is sent. Without SMTP_URL all mails stay in the outbox.",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    limit: whole({ min: 1, max: 100, fallback: 10 }, "How many to show")
  },
  run: async (context) => {
    const { openAccounts } = await import("./open.ts")
    const rewards = await openAccounts(context)
    try {
      const mails = await rewards.mails.list({ limit: context.options.limit })
      await context.terminal.result(
        mails,
        mails.flatMap(({ createdAt, state, subject, text, to }) => [
          `${createdAt}  ${state}  to ${to}: ${subject}`,
          ...(text === "" ? [] : [text.trimEnd().replace(/^/gm, "  | ")])
        ])
      )
      if (mails.length === 0) context.terminal.note("The outbox is empty.")
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})
