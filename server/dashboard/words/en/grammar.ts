import { grammarOf } from "../grammar.ts"

export const { counted, exact, listed, plural } = grammarOf("en")
