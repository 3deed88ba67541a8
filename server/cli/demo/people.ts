import type { Random } from "./random.ts"

const firstNames = [
  "Ada",
  "Amara",
  "Anna",
  "Bruno",
  "Chidi",
  "Clara",
  "Daniel",
  "Elif",
  "Emeka",
  "Farah",
  "Felix",
  "Grace",
  "Hana",
  "Ines",
  "Ivo",
  "Jonas",
  "Kemi",
  "Lars",
  "Leila",
  "Luca",
  "Maya",
  "Mateo",
  "Nadia",
  "Noah",
  "Nora",
  "Olu",
  "Paula",
  "Quentin",
  "Rosa",
  "Samir",
  "Sofia",
  "Tariq",
  "Tomas",
  "Uma",
  "Vera",
  "Victor",
  "Wanda",
  "Yara",
  "Yusuf",
  "Zoe"
] as const
const lastNames = [
  "Abiola",
  "Andersson",
  "Bauer",
  "Becker",
  "Castro",
  "Costa",
  "Dubois",
  "Eze",
  "Fischer",
  "Garcia",
  "Haddad",
  "Hansen",
  "Ito",
  "Jansen",
  "Kaya",
  "Keller",
  "Kowalski",
  "Lindqvist",
  "Martin",
  "Moreau",
  "Nowak",
  "Okafor",
  "Okoro",
  "Olsen",
  "Park",
  "Pereira",
  "Rossi",
  "Sato",
  "Schmidt",
  "Silva",
  "Singh",
  "Tanaka",
  "Varga",
  "Weber",
  "Yilmaz",
  "Zeman"
] as const

export interface Person {
  /** The partner's id of the member, also used as its tag. */
  readonly id: string
  readonly fullname: string
  /** How active the member is compared to others, above 0 and up to 1. Few members are very active. */
  readonly activity: number
}

/** People with different ids. The names repeat once all pairs are used up. */
export const makePeople = (count: number, random: Random): ReadonlyArray<Person> => {
  const seen = new Map<string, number>()
  return Array.from({ length: count }, () => {
    const first = random.pick(firstNames)
    const last = random.pick(lastNames)
    const plain = `${first}.${last}`.toLowerCase()
    const times = (seen.get(plain) ?? 0) + 1
    seen.set(plain, times)
    return {
      id: times === 1 ? plain : `${plain}.${times}`,
      fullname: `${first} ${last}`,
      activity: 0.03 + 0.97 * random.next() ** 4
    }
  })
}

/** A person's record in the form that the service expects. All fields except the name are empty, constant or derived from the id. */
export const recordOf = ({ fullname, id }: Pick<Person, "fullname" | "id">) => ({
  id,
  fullname,
  tag: id,
  avatar: "",
  email: `${id}@people.example`,
  phone: "",
  countryCode: "+49",
  gender: "",
  bvn: "",
  accountNumber: "",
  emailVerified: true,
  isAdult: true,
  dateOfBirth: "1990-01-01",
  kyc: {
    id,
    bvn: "",
    streetAddress: "",
    city: "",
    state: "",
    postalCode: "",
    country: "",
    proofOfAddress: "",
    governmentId: "",
    userPhoto: "",
    verificationStatus: "none",
    phone: "",
    bvnProvided: false,
    bvnValidated: false,
    addressProvided: false,
    addressValidated: false,
    idProvided: false,
    idValidated: false,
    isCompleted: false,
    phoneVerified: false,
    phoneCodeExpiresAt: "1990-01-01"
  }
})
