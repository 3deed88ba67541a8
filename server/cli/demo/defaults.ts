/** What a demo is made with unless it is told. */
export const defaults = {
  awards: 3000,
  seed: 1,
  ecosystem: "laas",
  domain: "laurel.example",
  password: "Laurel-demo-1"
} as const
