import assert from "node:assert/strict"
import { describe, it } from "../../../support/effect.ts"
import { makeFetching, reasonOf } from "../network.ts"
import { answer, answering, startPartner } from "../partner.ts"
import { fields, recordWith } from "../record.ts"

export const records = (): void => {
  describe("a record is checked whole", () => {
    const faultOf = async (body: object): Promise<string> => {
      const partner = await startPartner(answering(answer(JSON.stringify(body))))
      const { fetch } = makeFetching({ allowLoopback: true, resolve: () => ["127.0.0.1"] })
      const reason = reasonOf(await fetch(`http://localhost:${partner.port}/`))
      await partner.close()
      return reason.replace("answered with an invalid record: ", "")
    }
    const expectation = (path: string, value: unknown): string => {
      if (path === "id") return "text of 1 to 128 characters"
      if (path === "kyc") return "an object"
      if (/dateOfBirth|ExpiresAt/.test(path))
        return "an ISO 8601 date or date-time, as in 1990-12-31, or null"
      if (path === "fullname" || path === "tag") return "text"
      return typeof value === "boolean" ? "true or false" : "text or null"
    }

    it("it has every field of the interface", () => assert.equal(fields.length, 14 + 21))

    for (const [path, value] of fields) {
      it(`${path} missing, null, or of another type`, async () => {
        const must = `${path} must be ${expectation(path, value)}, got`
        assert.equal(await faultOf(recordWith(path, undefined)), `${path} is required`)
        const isNullable = expectation(path, value).endsWith("or null")
        assert.equal(await faultOf(recordWith(path, null)), isNullable ? "a record" : `${must} null`)
        assert.equal(await faultOf(recordWith(path, 3)), `${must} a number`)
        assert.equal(await faultOf(recordWith(path, ["secret"])), `${must} a list`)
        if (typeof value === "boolean")
          assert.equal(await faultOf(recordWith(path, "true")), `${must} other text`)
        else if (path !== "kyc") assert.equal(await faultOf(recordWith(path, {})), `${must} an object`)
      })
    }

    it("invalid dates and ids that are too long are refused without being quoted", async () => {
      const dates = [
        "",
        "31.12.1990",
        "1990-02-30",
        "1990-13-01",
        "1990-12-31T25:00:00Z",
        "1990-12-31 10:00",
        "90-12-31"
      ]
      for (const date of dates) {
        const fault =
          "dateOfBirth must be an ISO 8601 date or date-time, as in 1990-12-31, or null, got other text"
        assert.equal(await faultOf(recordWith("dateOfBirth", date)), fault, date)
      }
      for (const id of ["", "x".repeat(129), "\u0000"]) {
        const fault = "id must be text of 1 to 128 characters, got other text"
        assert.equal(await faultOf(recordWith("id", id)), fault)
      }
    })

    it("ten faults are named, and the others counted", async () => {
      const faults = (await faultOf({})).split("; ")
      assert.equal(faults.length, 11)
      assert.equal(faults[0], "id is required")
      assert.equal(faults[10], "and 4 more")
    })
  })
}
