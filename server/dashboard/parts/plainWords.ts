/** Refusals of the API that name its own fields, in everyday words. Others are shown as the API says them. */
const said: Readonly<Record<string, (error: string) => string | undefined>> = {
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
}

/** What a refusal says to a person who knows no API. */
export const plainWords = (code: string, error: string): string => said[code]?.(error) ?? error

/** The end of a session, for the request that noticed it. */
export const signedOut = "You were signed out."
