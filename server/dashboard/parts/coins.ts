const decimal = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?$/
const largest = 500_000_000_000

/** What is wrong with an amount of coins, in the API's words: a test compares both. */
export const coinsFault = (given: string): string | undefined => {
  const text = given.trim()
  if (text === "") return "is required"
  return decimal.test(text) && Number(text) > 0 && Number(text) <= largest
    ? undefined
    : `must be an amount of coins above 0, with at most 4 decimals and no more than ${largest}, got ${JSON.stringify(text)}`
}
