import type { Planted } from "../planted.ts"

const codes = "lib/sql/Codes.ts"

export const planted: ReadonlyArray<Planted> = [
  {
    file: codes,
    mistake: "A statement that waited too long for a lock counts as a conflict.",
    code: '["57014", "query_canceled", "locked"]',
    to: '["57014", "query_canceled", "conflict"]'
  },
  {
    file: codes,
    mistake: "A statement that waited too long for a lock is a defect.",
    code: '["57014", "query_canceled", "locked"],',
    to: ""
  },
  {
    file: codes,
    mistake: "A reference to a row that another transaction removed is refused for ever.",
    code: '["23503", "foreign_key_violation", "conflict"]',
    to: '["23503", "foreign_key_violation", "refused"]'
  },
  {
    file: codes,
    mistake: "A key that another transaction took is a defect.",
    code: '["23505", "unique_violation", "conflict"],',
    to: ""
  },
  {
    file: codes,
    mistake: "A deadlock is a defect.",
    code: '["40P01", "deadlock_detected", "conflict"],',
    to: ""
  },
  {
    file: codes,
    mistake: "A server that shuts down has answered COMMIT.",
    code: 'const closesConnection = ["08", "25P03", "25P04", "53", "57P", "58", "XX"]',
    to: 'const closesConnection = ["08", "25P03", "25P04", "53", "58", "XX"]'
  },
  {
    file: codes,
    mistake: "An extended code of SQLite has no meaning on Node.",
    code: 'if (typeof code === "number") return code & 0xff',
    to: 'if (typeof code === "number") return code'
  },
  {
    file: codes,
    mistake: "The name of an extended code of SQLite has no meaning on Bun.",
    code: 'code?.startsWith("SQLITE_") ? code.split("_", 2).join("_") : code?.slice(0, 2)',
    to: "code?.slice(0, 2)"
  },
  {
    file: codes,
    mistake: "A SQLSTATE of five digits is read as a number of SQLite's.",
    code: "/^\\d{1,4}$/",
    to: "/^\\d+$/"
  },
  {
    file: "lib/sql/Errors.ts",
    mistake: "A damaged index counts as something that another try may find repaired.",
    code: "!lasting.has(primaryOf(this.reason))",
    to: "!lasting.has(this.reason)"
  },
  {
    file: "lib/sql/Failure.ts",
    mistake: "A COMMIT without an answer has written nothing.",
    code: "isRefusal(error.cause) ? classify(error) : Effect.fail(uncertain(",
    to: "isRefusal(error.cause) || error.cause !== undefined ? classify(error) : Effect.fail(uncertain("
  },
  {
    file: "lib/sql/Failure.ts",
    mistake: "A read after a write says that nothing was written.",
    code: 'isFailure(error) ? uncertain("the answer could not be read") : (error as E)',
    to: "error as E"
  }
]
