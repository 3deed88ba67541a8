import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { MoveTestClock, TestSide } from "../../accounts/testSides/TestSide.ts"
import { forPartner } from "../access.ts"
import { created, KeepsAnswers } from "../annotations.ts"
import { answer, Id } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { AccessToken } from "../partners/api.ts"
import { requestBody } from "../requestSchemas.ts"

export const TestSideAnswer = answer("TestSide", TestSide, {
  partnerId: Id,
  createdAt: { description: "When the test side was made or last emptied, in real time" },
  clock: { description: "The current time of the test side's clock" },
  ahead: { description: "How many seconds this clock is ahead of the real time" }
})

export const MoveClockBody = requestBody(
  "MoveTestClock",
  MoveTestClock.omit("partnerId"),
  {
    at: { description: "The time that the clock shall show, at most 20 years ahead of the real time" },
    days: { description: "How many days of 24 hours the clock shall move forward", example: 7 }
  },
  "Either at or days is required"
)

const path = "/laas/iam/test-side"

export const create = HttpApiEndpoint.post("create", path)
  .addSuccess(success(TestSideAnswer), created)
  .annotate(OpenApi.Summary, "Make the partner's test side, or return the existing one")
  .annotate(
    OpenApi.Description,
    "The test side has its own rules, members, coins, API keys, webhooks and settings, and the live side shows none of this data. Requests to the test side count towards the rate limits of the partner."
  )
  .pipe(forPartner("account"))

export const get = HttpApiEndpoint.get("get", path)
  .addSuccess(success(TestSideAnswer))
  .annotate(OpenApi.Summary, "The partner's test side, and the time of its clock")
  .annotate(OpenApi.Description, "Tokens of both sides may read it.")
  .pipe(forPartner("read"))

export const empty = HttpApiEndpoint.post("empty", `${path}/empty`)
  .addSuccess(success(TestSideAnswer))
  .annotate(OpenApi.Summary, "Empty the test side, and set its clock to the real time")
  .annotate(
    OpenApi.Description,
    "This cannot be undone. The test side becomes another partner: its API keys, tokens, streams and webhooks end. A partner can empty its test side at most 10 times in 24 hours. The live side does not change."
  )
  .pipe(forPartner("account"))

export const clock = HttpApiEndpoint.post("clock", `${path}/clock`)
  .setPayload(MoveClockBody)
  .addSuccess(success(TestSideAnswer))
  .annotate(OpenApi.Summary, "Move the clock of the test side forward")
  .annotate(
    OpenApi.Description,
    "Rules, limits, pending awards, expiries, boards and events of the test side use this clock. After the answer, all processes use the new time. The clock never moves back. Everything that has become due is shown at once, and its events are written within a minute. Tokens, rate limits, mails and webhooks use the real time."
  )
  .pipe(forPartner("account"))

export const token = HttpApiEndpoint.post("token", `${path}/token`)
  .addSuccess(success(AccessToken))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Get an access token of the test side that ends with this session")
  .annotate(
    OpenApi.Description,
    "The token begins with `test_`, has the scopes of the person's role without `staff`, and ends with the session. An earlier test token of the same session ends. The token cannot change the password, the second factor or the sessions of the person."
  )
  .pipe(forPartner("person", "live"))

export const testSide = HttpApiGroup.make("testSide")
  .add(create)
  .add(get)
  .add(empty)
  .add(clock)
  .add(token)
  .annotate(OpenApi.Description, "The test side of a partner")
