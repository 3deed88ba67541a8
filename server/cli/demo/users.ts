import { type AccountsClient, RewardsError } from "../../../lib/index.ts"
import type { Person } from "./people.ts"

interface Consent {
  readonly clientId: string
  readonly domain: string
  readonly ecosystem: string
  readonly password: string
}

/** Only a few, because each user costs two password hashes. */
const fullnames = ["Mira Sommer", "Tunde Bello", "Ingrid Holm"]

/**
 * Creates users of the service who have verified their e-mail address and consented to share their name with the partner. Skips users
 * whose tag is taken by an earlier demo.
 */
export const createUsers = async (
  rewards: AccountsClient,
  { clientId, domain, ecosystem, password }: Consent
): Promise<ReadonlyArray<Person>> => {
  const people: Array<Person> = []
  for (const fullname of fullnames) {
    const tag = fullname.toLowerCase().replace(" ", ".")
    const email = `${tag}@${domain}`
    try {
      const { id } = await rewards.users.create({
        email,
        fullname,
        tag,
        password,
        confirmPassword: password,
        phone: "15550100",
        countryCode: "+49",
        isAdult: true
      })
      const [mail] = (await rewards.mails.list({ limit: 10 })).filter(({ to }) => to === email)
      const [otp = ""] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? []
      await rewards.users.verifyOtp({ email, otp })
      await rewards.authorizations.requestCode({
        ecosystem,
        clientId,
        tag,
        password,
        scope: "profile fullname email"
      })
      people.push({ id, fullname, activity: 0.8 })
    } catch (error) {
      if (!(error instanceof RewardsError && /Taken$/.test(error._tag))) throw error
    }
  }
  return people
}
