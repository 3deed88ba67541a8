// A reporter for Node's test runner: prints one JSON line per test for the parent process.
import type { TestEvent } from "node:test/reporters"

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: Array<string> = []
  for await (const event of events) {
    if (event.type === "test:start") {
      path.length = event.data.nesting
      path.push(event.data.name)
    }
    if (event.type !== "test:pass" && event.type !== "test:fail") continue
    const { details, name, nesting, skip } = event.data
    const error = event.type === "test:fail" ? event.data.details.error : undefined
    // A suite is reported only for its own error, not for the errors of its tests.
    if (details.type === "suite" && (error === undefined || isOfTests(error))) continue
    const result = {
      name: [...path.slice(0, nesting), name].join(" > "),
      skipped: skip !== undefined,
      error: reason(error)
    }
    yield `${JSON.stringify(result)}\n`
  }
}

const isOfTests = (error: Error): boolean => "failureType" in error && error.failureType === "subtestsFailed"

const reason = (error: Error | undefined): string | undefined =>
  error && String(error.cause instanceof Error ? error.cause.stack : error.stack)
