/** A mutant that changes nothing that a caller could see, with the reason. */
export interface Equivalent {
  /** A file in lib, or all where it is left out, and a part of the line. */
  readonly source?: string
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Found by hand, one by one. Without a reason a mutant counts as a survivor. */
export const equivalents: ReadonlyArray<Equivalent> = [
  {
    line: "disableValidation: true",
    from: "true",
    to: "false",
    reason: "The value is valid: to look at it once more changes nothing."
  },
  {
    line: "throw new Error(",
    from: " + ",
    to: " - ",
    reason: "Changes only the text of an error that reports a defect."
  },
  {
    source: "rewards/ledger/statements.ts",
    line: 'lockFree("a")',
    from: " AND ",
    to: " OR ",
    reason: "Finds more accounts free than were asked about. The caller looks at those that it asked about."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "if (name.length === 3 && ",
    from: "(name.length === 3 && !abbreviations.has(name.toUpperCase()))",
    to: "(false)",
    reason: "Bun knows no other names of three letters. The same tests on Node notice it."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "if (offsetAt(formatter, to) === offset) return undefined",
    from: "(offsetAt(formatter, to) === offset)",
    to: "(false)",
    reason: "The search goes on from the end of the range, where it ends with the same instant."
  },
  {
    source: "rewards/limits/statements.ts",
    line: "CASE WHEN SUM(amount) > ",
    from: " > ",
    to: " >= ",
    reason: "A sum that is the most is the most either way."
  },
  ...["return nothingUsed", "return"].map((end) => ({
    source: "rewards/limits/Counters.ts",
    line: `if (rule.limits.length === 0) ${end}`,
    from: "(rule.limits.length === 0)",
    to: "(false)",
    reason: "A shorter way for rules without limits. The longer way has nothing to do."
  })),
  {
    source: "rewards/limits/Limit.ts",
    line: "known.set(limits, found)",
    from: "known.set(limits, found)",
    to: "void 0",
    reason: "Finds out again what was known."
  },
  {
    source: "rewards/limits/statements.ts",
    line: "a.ordinal + 0 = part.ordinal",
    from: " + ",
    to: " - ",
    reason: "The same number. It only keeps a database from the index of the column."
  },
  {
    source: "rewards/limits/windows.ts",
    line: "if (key === undefined) return []",
    from: "(key === undefined)",
    to: "(false)",
    reason: "Rows answer the keys that were asked about. The compiler cannot know it."
  },
  {
    source: "boards/Folder.ts",
    line: "if (waiting.length === 0) agenda.moved(partnerId, 1)",
    from: "(waiting.length === 0)",
    to: "(true)",
    reason: "One more fold in the background, which finds nothing to do."
  },
  {
    source: "boards/Folds/divide.ts",
    line: "if (swept.size > 10_000) swept.clear()",
    from: "(swept.size > 10_000)",
    to: "(true)",
    reason: "Other boards are swept from their start again: empty rungs go later, and change no position."
  },
  {
    source: "sql/Turns.ts",
    line: "this.#waiting.delete(next)",
    from: "this.#waiting.delete(next)",
    to: "void 0",
    reason: "Nobody else leaves before the next one does, and that takes it from the queue."
  },
  ...["first.length > 0 && isPipeline(connection)", "last.length > 0 && isPipeline(connection)"].map(
    (line) => ({
      source: "sql/Transaction.ts",
      line,
      from: " > ",
      to: " >= ",
      reason: "A statement that is alone in a pipeline has the same effect as one that is sent by itself."
    })
  ),
  {
    source: "events/eventLog.ts",
    line: "for (let start = 0; start < count; start += mostRandom)",
    from: " < ",
    to: " <= ",
    reason: "Asks once more, for no bytes."
  },
  {
    source: "events/eventLog.ts",
    line: "if (feeds.length === 0) return noOne",
    from: "(feeds.length === 0)",
    to: "(false)",
    reason: "A shorter way for partners without a feed. The longer way finds no one as well."
  },
  {
    source: "events/eventLog.ts",
    line: "if (occurrence === undefined) return []",
    from: "(occurrence === undefined)",
    to: "(false)",
    reason: "There are as many ids as occurrences. The compiler cannot know it."
  },
  {
    source: "rewards/journal/GroupCommit.ts",
    line: "if (rest === 0) continue",
    from: "(rest === 0)",
    to: "(false)",
    reason: "A rest of no time ends with the next turn of the event loop."
  },
  {
    source: "rewards/journal/GroupCommit.ts",
    line: "performance.now() - turned < longest ? Effect.void : turn",
    from: " - ",
    to: " + ",
    reason: "Sockets are read between any two groups, not only when it is due."
  },
  ...["input.first_id", "part.first_id"].map((bound) => ({
    source: "rewards/limits/statements.ts",
    line: `a.id >= ${bound}`,
    from: " >= ",
    to: " > ",
    reason: "The bound is no id of an award: its version is 0, theirs is 7."
  })),
  {
    source: "rewards/journal/Journal/kept.ts",
    line: "if (awardId !== null && ruleId !== null && awarded !== null",
    from: " && ",
    to: " || ",
    reason: "The columns of an award are all there, or none of them is."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "if (occurrences.length > 0) log.tell",
    from: "(occurrences.length > 0)",
    to: "(true)",
    reason: "To tell of no partner wakes nobody, and sends nothing."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "if (occurrences.length > 0) log.tell",
    from: " > ",
    to: " >= ",
    reason: "To tell of no partner wakes nobody, and sends nothing."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "command.partnerId === first?.command.partnerId",
    from: " === ",
    to: " !== ",
    reason: "The longer way is taken, with the same outcome."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "if (known !== undefined) return known",
    from: "(known !== undefined)",
    to: "(false)",
    reason: "Makes the labels of a metric again, which are the same."
  },
  {
    source: "rewards/journal/Journal/load.ts",
    line: 'each._tag === "Reverse" && each.award?.awarded === true',
    from: " && ",
    to: " || ",
    reason: "Also reads counters to which nothing is given back."
  },
  {
    source: "rewards/journal/Journal/load.ts",
    line: "const paying = pairs.filter(",
    from: " && ",
    to: " || ",
    reason: "Also reads counters that nothing is counted on."
  },
  {
    source: "rewards/journal/Journal/kept.ts",
    line: "if (transferId !== null && balance !== null",
    from: " && ",
    to: " || ",
    reason: "The columns of a transfer are all there, or none of them is."
  },
  {
    source: "rewards/journal/Journal/kept.ts",
    line: "if (transferId !== null && balance !== null",
    from: "(transferId !== null && balance !== null && createdAt !== null)",
    to: "(true)",
    reason: "What is neither an award nor a reversal is a transfer; the rest reports a defect."
  },
  {
    source: "rewards/journal/Journal/Changes.ts",
    line: "if (narration === null && metadata === noMetadata) return",
    from: "(narration === null && metadata === noMetadata)",
    to: "(false)",
    reason: "A shorter way: no rows are made of no texts."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "labels.set(key, made)",
    from: "labels.set(key, made)",
    to: "void 0",
    reason: "Makes the labels of a metric again, which are the same."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "captureStackTrace: false",
    from: "false",
    to: "true",
    reason: "Takes the stack of a span, which costs time alone."
  },
  {
    source: "rewards/journal/Journal/load.ts",
    line: "const paying = pairs.filter(",
    from: " > ",
    to: " >= ",
    reason: "A rule without limits has no counters to read."
  },
  {
    source: "rewards/journal/Journal/undone.ts",
    line: "const counted = pairs.filter(",
    from: " && ",
    to: " || ",
    reason: "Also counts the steps of tallies whose cycle loses none."
  },
  {
    source: "rewards/journal/Journal/undone.ts",
    line: "if (!undoes(commands)) return",
    from: "(!undoes(commands))",
    to: "(false)",
    reason: "A shorter way: asked for no records, the database is not asked."
  },
  {
    source: "rewards/journal/Journal/about.ts",
    line: "for (const rule of rules) byId.set(rule.id, rule)",
    from: '(commands.some(({ _tag }) => _tag === "Reverse"))',
    to: "(true)",
    reason: "Fills a map that nobody reads."
  },
  {
    source: "rewards/journal/Journal/records.ts",
    line: "undoes(commands))) return Effect.succeed(submissions)",
    from: "(!submissions.some(({ commands }) => undoes(commands)))",
    to: "(false)",
    reason: "A shorter way: asked for no records, the database is not asked."
  },
  {
    source: "rewards/journal/Journal/newcomers.ts",
    line: "if (unknown.length === 0) return",
    from: "(unknown.length === 0)",
    to: "(false)",
    reason: "A shorter way: among no ids there is no user."
  },
  {
    source: "rewards/journal/Journal/save.ts",
    line: "...(newcomers.length > 0 ? ",
    from: " > ",
    to: " >= ",
    reason: "Of no newcomers nothing is written."
  },
  {
    source: "rewards/journal/Journal/save.ts",
    line: ".sort(([a], [b]) => (a < b ? -1 : 1))",
    from: " < ",
    to: " <= ",
    reason: "The keys of a map differ."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "if (commands.every(isOfFirst))",
    from: "(commands.every(isOfFirst))",
    to: "(false)",
    reason: "A shorter way for the commands of one partner. The longer way has the same outcome."
  },
  {
    source: "boards/Folds.ts",
    line: "if (crowded.length > 0) yield* divide(crowded)",
    from: "(crowded.length > 0)",
    to: "(true)",
    reason: "Where nothing is crowded, there is no statement to send."
  },
  {
    source: "boards/Folds/divide.ts",
    line: "divisions += 1",
    from: " += ",
    to: " -= ",
    reason: "Counting down reaches a multiple of four as often as counting up."
  },
  ...[
    [" AND ", " OR "],
    [" > ", " >= "]
  ].map(([from = "", to = ""]) => ({
    source: "boards/Folds/statements.ts",
    line: "FROM counted WHERE level = 1 AND members >",
    from,
    to,
    reason: "The caller looks at level and members again, because SQLite answers with all rungs."
  })),
  {
    source: "boards/Folder/Agenda.ts",
    line: "this.#young.clear()",
    from: "this.#young.clear()",
    to: "void 0",
    reason: "These partners are due, and are forgotten when they are taken. Until then they are due once."
  },
  {
    source: "boards/Folds/statements.ts",
    line: "WHERE a.version > COALESCE(f.version, 0)",
    from: " > ",
    to: " >= ",
    reason: "Accounts with nothing pending are left out by `firstOf`."
  },
  {
    source: "boards/Folder.ts",
    line: "} else if (due.waiting.length === 0) {",
    from: "(due.waiting.length === 0)",
    to: "(true)",
    reason: "A line more in the log."
  },
  {
    source: "boards/Folder.ts",
    line: "if (left.length === 0) {",
    from: "(left.length === 0)",
    to: "(false)",
    reason: "The fold is tried again after five milliseconds instead of five seconds."
  },
  ...["now - held.since < lock", "performance.now() - since < lock"].map((line) => ({
    source: "boards/Folder.ts",
    line,
    from: " < ",
    to: " <= ",
    reason:
      "Differs only where exactly as much time has passed as the time-out, to the fraction of a millisecond."
  })),
  {
    source: "rewards/journal/GroupCommit.ts",
    line: "looking += 1",
    from: " += ",
    to: " -= ",
    reason:
      "More writers than needed look for the next group, and find none. Where it begins, a test notices it."
  },
  {
    source: "accounts/sessions/Sessions.ts",
    line: "endings += 1",
    from: " += ",
    to: " -= ",
    reason: "Only whether the number is still the same is asked."
  },
  {
    source: "accounts/sessions/Session.ts",
    line: "strict: true",
    from: "true",
    to: "false",
    reason: "Concerns types alone."
  },
  ...[
    [" > ", " >= ", "return tries > 1"],
    [" - ", " + ", "tryLogin({ ecosystem, email, password }, tries - 1)"]
  ].map(([from = "", to = "", line = ""]) => ({
    source: "accounts/sessions/Sessions/login.ts",
    line,
    from,
    to,
    reason:
      "Differs only for a login whose password is changed during each of its tries: it is tried more often."
  })),
  {
    source: "accounts/sessions/Sessions/login.ts",
    line: "AND rewards_login.password_hash = input.password_hash",
    from: " AND ",
    to: " OR ",
    reason:
      "The same transaction has found and locked the row by both. Hashes are salted, so no other row has this one."
  },
  {
    source: "rewards/journal/GroupCommit/Lanes.ts",
    line: "if (!isSmall(head)) head.wasPassed = true",
    from: "(!isSmall(head))",
    to: "(true)",
    reason: "A small head is taken now, which forgets it."
  },
  {
    source: "rewards/journal/GroupCommit.ts",
    line: "{ discard: true }",
    from: "true",
    to: "false",
    reason: "Collects results that nobody reads."
  },
  {
    source: "rewards/journal/GroupCommit.ts",
    line: "performance.now() - turned < longest ? Effect.void : turn",
    from: " < ",
    to: " <= ",
    reason: "Differs only where exactly as much time has passed, to the fraction of a millisecond."
  },
  {
    source: "rewards/limits/Limit.ts",
    line: "counted.maxCoins === null ?",
    from: " === ",
    to: " !== ",
    reason: "Names the two kinds the other way round. Only whether two names are equal is asked."
  },
  {
    source: "rewards/limits/windows.ts",
    line: "return keys.length < 2 ? keys",
    from: " < ",
    to: " <= ",
    reason: "Asks twice about a counter of two payments, and gets the same answer."
  },
  {
    source: "rewards/limits/Counters.ts",
    line: "known.set(rule, { at: at.getTime(), slots })",
    from: "known.set(rule, { at: at.getTime(), slots })",
    to: "void 0",
    reason: "Finds out again what was known."
  },
  {
    source: "rewards/limits/Counters.ts",
    line: "if (found !== undefined && found.at === at.getTime()) return found.slots",
    from: "(found !== undefined && found.at === at.getTime())",
    to: "(false)",
    reason: "Finds out again what was known."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "if (reached <= from) return from",
    from: " <= ",
    to: " < ",
    reason: "The search ends with the same instant."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "if (at < end) return { start, end }",
    from: " < ",
    to: " <= ",
    reason: "The local date of the first instant of a window is in that window, so no end is asked about."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "if (/^SystemV\\//i.test(name)) return false",
    from: "(/^SystemV\\//i.test(name))",
    to: "(false)",
    reason: "Bun knows no such names. The same tests on Node notice it."
  },
  {
    source: "boards/Folder/Agenda.ts",
    line: "if (this.#young.size === 0) this.#hasYoung.unsafeClose()",
    from: "(this.#young.size === 0)",
    to: "(false)",
    reason: "Looks every five seconds for partners that have moved, and finds none."
  },
  {
    source: "rewards/limits/windows.ts",
    line: "(endsAt === null || endsAt > now)",
    from: " > ",
    to: " >= ",
    reason: "Counts a window that has just ended, which is needed no more."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "name.length > 64",
    from: " > ",
    to: " >= ",
    reason: "No zone has a name of that length."
  },
  {
    source: "rewards/limits/calendar.ts",
    line: "known.start <= instant && instant < known.end",
    from: " <= ",
    to: " < ",
    reason: "Finds out again what was known."
  },
  {
    source: "boards/Folds/divide.ts",
    line: "if (swept.size > 10_000) swept.clear()",
    from: " > ",
    to: " >= ",
    reason: "Forgets one board earlier from where to sweep: empty rungs go later, and change no position."
  },
  {
    source: "boards/Folds.ts",
    line: "left: lengthOf(pending) - folded",
    from: " - ",
    to: " + ",
    reason: "One more fold, which finds nothing to do."
  },
  {
    source: "boards/Folds.ts",
    line: "if (crowded.length > 0) yield* divide(crowded)",
    from: " > ",
    to: " >= ",
    reason: "Where nothing is crowded, there is no statement to send."
  },
  {
    source: "boards/Folder.ts",
    line: "discard: true",
    from: "true",
    to: "false",
    reason: "Collects results that nobody reads."
  }
]
