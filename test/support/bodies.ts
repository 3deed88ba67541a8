// Valid bodies of the requests that create partners and users.
export const password = "Str0ng!secret"
export const userPassword = "plain secret"
/** Not text, but still a secret in a request. */
export const numericPassword = 9_876_543_210

export const partnerBody = {
  applicationName: "Acme Shop",
  redirectUrl: "https://acme.example/return",
  email: "owner@acme.example",
  partnerName: "Acme",
  password,
  confirmPassword: password,
  userDetailsUrl: "https://acme.example/users"
}

export const userBody = {
  email: "ada@example.org",
  fullname: "Ada LOVELACE",
  password: userPassword,
  confirmPassword: userPassword,
  phone: "801 234 5678",
  tag: "ada",
  isAdult: true,
  dateOfBirth: "1990-12-31",
  countryCode: "+234"
}
