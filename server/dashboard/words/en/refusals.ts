interface Refusals {
  /** What a refusal says to a person who knows no API, by its code. Undefined for a text that has another form than expected. */
  readonly codes: Readonly<Record<string, (error: string) => string | undefined>>
  /** What replaces the API's words about a field, by their form. */
  readonly faults: ReadonlyArray<readonly [form: RegExp, words: string]>
}

export const refusals: Refusals = {
  codes: {
    participant_limit_reached: (error) => {
      const [, places] = /rewarded its (\d+) participants/.exec(error) ?? []
      return places === undefined
        ? undefined
        : places === "1"
          ? "The only place is taken."
          : `All ${places} places are taken.`
    },
    user_limit_reached: (error) => {
      const [, times] = /rewarded this user (\d+) times/.exec(error) ?? []
      return times === undefined
        ? undefined
        : `This member was already paid ${times === "1" ? "once" : `${times} times`}, which is the most that the rule allows.`
    }
  },
  faults: []
}
