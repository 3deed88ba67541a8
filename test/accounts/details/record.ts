// A complete record, with every field of the interface.
const kyc = {
  id: "kyc-1",
  bvn: "22222222222",
  streetAddress: "1 Analytical Way",
  city: "Lagos",
  state: "Lagos",
  postalCode: "100001",
  country: "NG",
  proofOfAddress: "https://partner.example/proof.pdf",
  governmentId: "A1234567",
  userPhoto: "https://partner.example/ada.jpg",
  verificationStatus: "verified",
  phone: "+2348012345678",
  bvnProvided: true,
  bvnValidated: true,
  addressProvided: true,
  addressValidated: false,
  idProvided: true,
  idValidated: false,
  isCompleted: false,
  phoneVerified: true,
  phoneCodeExpiresAt: "2026-01-31T10:30:00.000Z"
}

export const record = {
  id: "customer-42",
  fullname: "Ada Lovelace",
  tag: "ada",
  avatar: "",
  email: "ada@partner.example",
  phone: "+2348012345678",
  countryCode: "+234",
  gender: "female",
  bvn: "22222222222",
  accountNumber: "0123456789",
  emailVerified: true,
  isAdult: true,
  dateOfBirth: "1990-12-31",
  kyc
}

/** Every field of the record, as a path and its value. */
export const fields: ReadonlyArray<readonly [path: string, value: unknown]> = [
  ...Object.entries(record),
  ...Object.entries(kyc).map(([name, value]): [string, unknown] => [`kyc.${name}`, value])
]

/** The record with another value at a path. `undefined` removes the field. */
export const recordWith = (path: string, value: unknown): object =>
  path.startsWith("kyc.")
    ? { ...record, kyc: { ...kyc, [path.slice("kyc.".length)]: value } }
    : { ...record, [path]: value }
