/** Mutants that change nothing that a caller could see, with the reason. */
export interface Equivalents {
  readonly reason: string
  /** Keys as `show` of keys.ts prints them: the declaration around the change, the code, and the change itself. */
  readonly mutants: ReadonlyArray<string>
}

/**
 * Found by hand, one by one. Without a reason a mutant counts as a survivor. `mutants.test.ts` fails for a key that no mutant has any
 * more, and names the mutants that come closest.
 */
export const equivalents: ReadonlyArray<Equivalents> = [
  {
    reason: "Bun accepts no other names of three letters. The same tests on Node notice the mutant.",
    mutants: ["isTimeZone: (name.length === 3 && !abbreviations.has(name.toUpperCase())) → (false)"]
  },
  {
    reason: "The search continues from the end of the range and finds the same instant.",
    mutants: ["changeBetween: (offsetAt(formatter, to) === offset) → (false)"]
  },
  {
    reason: "Both branches return the maximum when the sum equals it.",
    mutants: [`sums: SUM(amount) > \${most }, > → >=`]
  },
  {
    reason: "An early return for rules without limits. The rest would do nothing for them.",
    mutants: ["used: (rule.limits.length === 0) → (false)", "count: (rule.limits.length === 0) → (false)"]
  },
  {
    reason: "Skips a cache and computes the same value again.",
    mutants: [
      "countedBy: known.set(limits, found) → void 0",
      "countedWindows: known.set(rule, { at: at.getTime(), windows }) → void 0",
      "countedWindows: (found !== undefined && found.at === at.getTime()) → (false)",
      "span: known.start <= instant, <= → <"
    ]
  },
  {
    reason:
      "Adding and subtracting zero give the same number. It only keeps the planner from using an index.",
    mutants: ["countOfRule: a.ordinal + 0, + → -"]
  },
  {
    reason: "The query returns only keys that were asked for, which the compiler cannot know.",
    mutants: ["countersOf: (key === undefined) → (false)"]
  },
  {
    reason: "Starts a background fold that finds nothing to do.",
    mutants: ["retry: (waiting.length === 0) → (true)"]
  },
  {
    reason: "Empty rungs of other boards are removed later, which changes no position.",
    mutants: ["sweep: (sweptUntil.size > 10_000) → (true)", "sweep: sweptUntil.size > 10_000, > → >="]
  },
  {
    reason: "The next holder removes itself from the queue when it leaves, before anyone else can leave.",
    mutants: ["leave: this.#waiting.delete(next) → void 0"]
  },
  {
    reason: "A pipeline of one statement has the same effect as that statement sent alone.",
    mutants: ["begin: first.length > 0, > → >=", "end: last.length > 0, > → >="]
  },
  {
    reason: "A pause of 0 ms ends with the next turn of the event loop.",
    mutants: ["restAfter: (rest === 0) → (false)"]
  },
  {
    reason: "Yields to the event loop between any two groups, not only when it is due.",
    mutants: ["make: performance.now() - turned < longest, - → +"]
  },
  {
    reason: "The bound never equals the id of an award: its UUID version is 0, theirs is 7.",
    mutants: ["countOfMember: a.id >= input.first_id, >= → >", "countOfRule: a.id >= part.first_id, >= → >"]
  },
  {
    reason: "The bound never equals the id of an event, for the same reason.",
    mutants: ["removeEvents: e.id < (SELECT before FROM input), < → <="]
  },
  {
    reason: "Either all columns of an award are null, or none is.",
    mutants: [
      "answerOf: awardId !== null && ruleId !== null, && → ||",
      "answerOf: ruleId !== null && awarded !== null, && → ||",
      "answerOf: awarded !== null && createdAt !== null, && → ||"
    ]
  },
  {
    reason: "Notifying an empty list of partners does nothing.",
    mutants: ["notify: (occurrences.length > 0) → (true)", "notify: occurrences.length > 0, > → >="]
  },
  {
    reason: "Takes the slower path, which has the same outcome.",
    mutants: ["write: byPartner.size <= 1, <= → <"]
  },
  {
    reason: "Also reads counters that are not changed.",
    mutants: ["second: award === undefined && rule.limits.length > 0, && → ||"]
  },
  {
    reason: "Either all columns of a transfer are null, or none is.",
    mutants: [
      "answerOf: transferId !== null && balance !== null, && → ||",
      "answerOf: balance !== null && createdAt !== null, && → ||"
    ]
  },
  {
    reason:
      "A record that is neither an award nor a reversal is a transfer. The else branch reports a defect.",
    mutants: ["answerOf: (transferId !== null && balance !== null && createdAt !== null) → (true)"]
  },
  {
    reason: "Records the stack of a span, which only costs time.",
    mutants: [
      "commit: captureStackTrace: false, false → true",
      "withTransaction: captureStackTrace: false, false → true"
    ]
  },
  {
    reason: "A rule without limits has no counters to read.",
    mutants: ["second: rule.limits.length > 0, > → >="]
  },
  {
    reason: "An early return. A query for no records is not sent to the database.",
    mutants: [
      "readUndone: (undoesNothing(commands)) → (false)",
      "withRequests: (decided.length === 0) → (false)"
    ]
  },
  {
    reason: "An early return. A search among no ids finds no user.",
    mutants: ["findNewcomers: (unknown.length === 0) → (false)"]
  },
  {
    reason: "Without newcomers nothing is written.",
    mutants: ["save: newcomers.length > 0, > → >="]
  },
  {
    reason: "The keys of a map are never equal.",
    mutants: ["saveAnswers: a < b, < → <="]
  },
  {
    reason: "A faster path for commands of one partner. The general path has the same outcome.",
    mutants: ["write: (byPartner.size <= 1) → (false)"]
  },
  {
    reason: "If nothing is crowded, no statement is sent.",
    mutants: ["foldLocked: (crowded.length > 0) → (true)", "foldLocked: crowded.length > 0, > → >="]
  },
  {
    reason: "Counting down reaches a multiple of four as often as counting up.",
    mutants: ["makeDivide: divided += 1, += → -="]
  },
  {
    reason: "The caller filters by level and members again, because SQLite returns all rungs.",
    mutants: [
      `addToScoresAndRungs: level = 1 AND members > \${maxMembers }, AND → OR`,
      `addToScoresAndRungs: members > \${maxMembers }, > → >=`
    ]
  },
  {
    reason: "These partners are already due, and are removed when they are taken.",
    mutants: ["addMovedAfter: this.#moved.clear() → void 0"]
  },
  {
    reason: "Accounts with nothing pending are left out by `firstOf`.",
    mutants: ["readPending: a.version > COALESCE(f.version, 0), > → >="]
  },
  {
    reason: "Writes one more line to the log.",
    mutants: ["perform: (queued.waiting.length === 0) → (true)"]
  },
  {
    reason: "Retries the fold after five milliseconds instead of five seconds.",
    mutants: ["retry: (left.length === 0) → (false)"]
  },
  {
    reason: "Differs only if the elapsed time equals the time-out exactly.",
    mutants: [
      "exitOf: now - locked.since < lock, < → <=",
      "foldHere: performance.now() - since < lock, < → <="
    ]
  },
  {
    reason:
      "More writers than needed look for the next group, and find none. A test notices it where a group begins.",
    mutants: ["wake: looking += 1, += → -=", "next: looking += 1, += → -="]
  },
  {
    reason: "The number is only compared with its earlier value.",
    mutants: ["distrust: endings += 1, += → -="]
  },
  {
    reason: "Affects types only.",
    mutants: ["Lifetime: strict: true, true → false"]
  },
  {
    reason: "Allows more retries of a login whose password changes during every try.",
    mutants: ["tryLogin: tries > 1, > → >=", "tryLogin: tries - 1, - → +"]
  },
  {
    reason: "A small head is taken now, which resets the flag.",
    mutants: ["take: (!isSmall(head)) → (true)"]
  },
  {
    reason: "Collects results that are not read.",
    mutants: ["afterFailure: discard: true, true → false", "make: discard: true, true → false"]
  },
  {
    reason: "Differs only if the elapsed time equals the limit exactly.",
    mutants: ["make: performance.now() - turned < longest, < → <="]
  },
  {
    reason: "Swaps the names of the two kinds. Names are only compared with each other.",
    mutants: ["described: counted.maxCoins === null, === → !=="]
  },
  {
    reason: "Reads the counter of two payments twice, with the same answer.",
    mutants: ["keysFor: keys.length < 2, < → <="]
  },
  {
    reason: "The search ends with the same instant.",
    mutants: ["firstInstantOf: reached <= from, <= → <"]
  },
  {
    reason:
      "The local date of the first instant of a window is in that window, so this instant is never compared with the end.",
    mutants: ["spanOf: at < end, < → <="]
  },
  {
    reason: "Bun accepts no such names. The same tests on Node notice the mutant.",
    mutants: ["isTimeZone: (/ ^ SystemV \\ / / i.test(name)) → (false)"]
  },
  {
    reason: "Looks for partners with new transfers every five seconds, and finds none.",
    mutants: ["addMovedAfter: (this.#moved.size === 0) → (false)"]
  },
  {
    reason: "Counts a window that has just ended, which is not used any more.",
    mutants: ["isUncounted: endsAt > now, > → >="]
  },
  {
    reason: "No zone has a name of that length.",
    mutants: ["isTimeZone: name.length > 64, > → >="]
  },
  {
    reason: "Starts another fold, which finds nothing to do.",
    mutants: ["fold: left: lengthOf(pending) - folded, - → +"]
  },
  {
    reason: "The process counts as busy with one command less.",
    mutants: ["run: backlog.size() > busyBacklog, > → >="]
  },
  {
    reason: "A partner without waiting callers is passed over.",
    mutants: ["serve: others.length > 0, > → >="]
  },
  {
    reason: "The other due deliveries are read after the usual interval instead of at once.",
    mutants: ["queueDue: (found.length === size) → (false)"]
  },
  {
    reason: "What a sender leases while it stops is released at once.",
    mutants: ["serveNewEvents: (stopping) → (false)"]
  },
  {
    reason: "An option without a setting has no fault of a setting.",
    mutants: ["faults: (setting === null) → (false)"]
  },
  {
    reason: "An invalid input has one fault at least, which the compiler cannot know.",
    mutants: ["readableBy: faults [0]?.problem ?? false, false → true"]
  },
  {
    reason: "Looks for pending events of a feed that has none.",
    mutants: ['collected: feed === "unlocked" || !feed.hasPending, || → &&']
  },
  {
    reason: "Differs only if the buffer has exactly as many bytes as it may have.",
    mutants: ["write: (controller.desiredSize ?? 0) > 0, > → >="]
  },
  {
    reason: "Decodes one more part of a body that is refused.",
    mutants: ["readInParts: (size <= limit) → (true)"]
  },
  {
    reason: "Without a cluster, no statement is sent to a node.",
    mutants: ["routing: onCoordinator: true, true → false"]
  }
]
