import assert from "node:assert/strict"
import { codeOf, isAnswer, type Meaning, meaningOf } from "../../lib/sql/Codes.ts"
import { describe, it } from "../support/effect.ts"

/** An error as each driver reports it. */
const postgres = (code: string, message = "", severity = "ERROR") =>
  Object.assign(new Error(message), { code, severity })
const bun = (code: string, errno: number) => Object.assign(new Error("sqlite"), { code, errno })
const node = (errcode: number) => Object.assign(new Error("sqlite"), { code: "ERR_SQLITE_ERROR", errcode })
const system = (code: string, errno: number) =>
  Object.assign(new Error("connect"), { code, errno, syscall: "connect" })

describe("the meaning of a database's error", () => {
  const sqlite: ReadonlyArray<readonly [string, number, Meaning | undefined]> = [
    ["SQLITE_BUSY", 5, "busy"],
    ["SQLITE_BUSY_RECOVERY", 261, "busy"],
    ["SQLITE_BUSY_SNAPSHOT", 517, "conflict"],
    ["SQLITE_LOCKED_SHAREDCACHE", 262, "conflict"],
    ["SQLITE_CONSTRAINT_UNIQUE", 2067, "conflict"],
    ["SQLITE_CONSTRAINT_PRIMARYKEY", 1555, "conflict"],
    ["SQLITE_CONSTRAINT_CHECK", 275, "refused"],
    ["SQLITE_IOERR_WRITE", 778, "away"],
    ["SQLITE_FULL", 13, "away"],
    ["SQLITE_ERROR", 1, undefined]
  ]
  it("is the same for SQLite's name on Bun and its number on Node", () => {
    for (const [name, number, meaning] of sqlite) {
      assert.equal(meaningOf(bun(name, number)), meaning, name)
      assert.equal(meaningOf(node(number)), meaning, name)
    }
  })

  it("is, on PostgreSQL, a lock, a conflict, another preparation, a refusal, or the absence of the server", () => {
    const codes: Readonly<Record<Meaning, ReadonlyArray<string>>> = {
      // Both a lock_timeout and a statement_timeout end a statement that waits for a lock.
      locked: ["55P03", "57014"],
      // A second attempt finds the row that was removed, or the key that was taken, by another transaction.
      conflict: ["23503", "23505", "40001", "40P01"],
      busy: [],
      unprepared: ["26000", "42P05"],
      refused: ["25P02"],
      away: ["08000", "08006", "25006", "25P03", "25P04", "53100", "53200", "53300"].concat([
        "57P01",
        "57P02",
        "57P03",
        "57P04",
        "57P05"
      ])
    }
    for (const [meaning, all] of Object.entries(codes))
      for (const code of all) assert.equal(meaningOf(postgres(code)), meaning, code)
    // What no second attempt changes is a defect, or a fault of the row.
    for (const code of ["23502", "23514", "22003", "42703", "P0001"])
      assert.equal(meaningOf(postgres(code)), undefined, code)
  })

  it("is that of the SQLSTATE, or of its class", () => {
    assert.equal(meaningOf(postgres("40001")), "conflict")
    assert.equal(meaningOf(postgres("08P01")), "away")
    assert.equal(meaningOf(postgres("0A000", "cached plan must not change result type")), "unprepared")
    assert.equal(meaningOf(postgres("0A000", "not supported")), undefined)
    assert.equal(meaningOf(postgres("42P01")), undefined)
  })

  it("is absence for the network's errors, and for those that a driver tells in words", () => {
    assert.equal(meaningOf(system("ECONNREFUSED", -111)), "away")
    assert.equal(meaningOf(new Error("Connection terminated unexpectedly")), "away")
    assert.equal(meaningOf(new Error("syntax")), undefined)
    for (const nothing of [undefined, null, "08006", 5]) assert.equal(meaningOf(nothing), undefined)
  })

  it("does not make an answer of the server's of a lost connection", () => {
    assert.equal(isAnswer(postgres("23505")), true)
    assert.equal(isAnswer(system("EPIPE", -32)), false)
    assert.equal(isAnswer(new Error("Connection terminated unexpectedly")), false)
    assert.equal(codeOf(node(5)), 5)
  })

  it("does not depend on the language of the server's messages", () => {
    for (const severity of ["ERROR", "FATAL", "FEHLER", "ОШИБКА", "错误"]) {
      for (const code of ["23505", "23514", "40001", "57014", "25P02", "25006", "P0001"])
        assert.equal(isAnswer(postgres(code, "", severity)), true, code)
      for (const code of ["08P01", "57P01", "57P05", "25P03", "25P04", "53100", "58030", "XX000"])
        assert.equal(isAnswer(postgres(code, "", severity)), false, code)
    }
    const changedPlan = Object.assign(postgres("0A000", "план"), { routine: "RevalidateCachedQuery" })
    assert.equal(meaningOf(changedPlan), "unprepared")
  })
})
