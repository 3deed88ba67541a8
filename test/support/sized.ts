// How much a test does that finds more the longer it runs. `npm test` must stay short; `TEST_SIZE=long npm test` takes its time.

export const isLong = process.env.TEST_SIZE === "long"

/** The size by `TEST_SIZE`, unless the variable of this name gives it: `TRIES=1000 bun test test/boards/processes.test.ts`. */
export const sized = (name: string, size: { readonly short: number; readonly long: number }): number =>
  Number(process.env[name] ?? (isLong ? size.long : size.short))
