import { command, exit, UsageError } from "./Command.ts"
import { importFile, importOptions } from "./fileImport/importFile.ts"
import { flag, instant, jsonObject, requiredText, setting, text, whole } from "./options.ts"

const options = {
  database: setting("DATABASE_URL", "url", "The database"),
  partner: requiredText("id", "The partner's id")
}

export const activitiesSend = command({
  name: "activities send",
  summary: "Records that a member did something, and shows what each rule did",
  options: {
    ...options,
    type: requiredText("name", "The type of the activity, such as order.placed"),
    user: requiredText("id", "The member"),
    data: jsonObject("What is known about the activity, which the conditions of rules read"),
    "occurred-at": instant("When it happened, at most 30 days ago (default now)"),
    key: text("key", "The idempotency key: with the same key again, nothing is recorded"),
    explain: flag("Shows what the activity would earn, and records nothing")
  },
  fields: {
    partnerId: "--partner",
    userId: "--user",
    type: "--type",
    data: "--data",
    occurredAt: "--occurred-at",
    idempotencyKey: "--key",
    "activity.type": "--type",
    "activity.data": "--data",
    "activity.occurredAt": "--occurred-at"
  },
  run: async (context) => {
    const { options, terminal } = context
    const { data, explain, key, partner: partnerId, type, user: userId } = options
    if (explain && key !== undefined) {
      throw new UsageError("--key cannot be combined with --explain, which records nothing.")
    }
    const { openExisting } = await import("./open.ts")
    const { linesOf } = await import("./activities/outcomes.ts")
    const { rewards } = await openExisting(context)
    try {
      await rewards.partners.get({ partnerId })
      const occurredAt = options["occurred-at"]?.toISOString()
      const activity = { type, data, occurredAt }
      if (explain) {
        const outcomes = await rewards.activities.explain({ partnerId, userId, activity })
        await terminal.result({ outcomes }, linesOf(outcomes, "explained"))
        terminal.note("Nothing was recorded.")
        return exit.ok
      }
      const recorded = await rewards.activities.record({
        ...activity,
        partnerId,
        userId,
        idempotencyKey: key
      })
      await terminal.result(recorded, [`id: ${recorded.id}`, ...linesOf(recorded.outcomes)])
      if (recorded.replayed) terminal.note("The key was used before: nothing was recorded again.")
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})

export const activitiesTail = command({
  name: "activities tail",
  summary: "Shows new activities, and what each rule did, as they are recorded",
  about: `Ctrl-C ends it. With --json it prints one line of JSON for each activity. Like every reader of events, it makes the engine write
the partner's events for a day.`,
  options: {
    ...options,
    last: whole({ min: 0, max: 100, fallback: 0 }, "How many recorded activities are shown first")
  },
  fields: { partnerId: "--partner" },
  run: async (context) => {
    const { openExisting } = await import("./open.ts")
    const { follow } = await import("./activities/follow.ts")
    const { linesOf } = await import("./activities/outcomes.ts")
    const { options, terminal } = context
    const { last, partner: partnerId } = options
    const { rewards } = await openExisting(context)
    try {
      await rewards.partners.get({ partnerId })
      const signal = context.untilStopped()
      terminal.note("Waiting for activities. Ctrl-C ends it.")
      for await (const activity of follow(rewards, partnerId, { last, signal })) {
        const { createdAt, outcomes, type, userId } = activity
        await terminal.item(activity, [`${createdAt}  ${userId}  ${type}`, ...linesOf(outcomes)])
      }
      return exit.ok
    } finally {
      await rewards.close()
    }
  }
})

export const activitiesReplay = command({
  name: "activities replay",
  summary: "Records the activities in a JSONL file",
  about: `Each line is a JSON object {userId, type, data?, occurredAt?}. The whole file is checked first: if a line is bad, nothing is written.
Each line is recorded only once, so the command can be run again, also after it was stopped, and with more lines.`,
  words: [{ name: "file", summary: "The JSONL file, in UTF-8" }],
  options: importOptions,
  fields: { partnerId: "--partner" },
  run: async (context) => {
    const { activitiesImporter } = await import("./activities/importer.ts")
    return importFile(context, activitiesImporter(context.options))
  }
})
