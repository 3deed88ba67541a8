import { plainAnswers } from "./answers.ts"
import { apiReference } from "./api.ts"
import { clientContract } from "./contract.ts"
import { errorCatalogue } from "./errors.ts"
import { documentedInputs } from "./inputs.ts"

/** The sources that are generated from other sources, by path. The documents are generated from these too. */
export const generatedSources = async (): Promise<Readonly<Record<string, string>>> => ({
  "lib/client/contract.ts": clientContract(),
  "lib/open/answers.ts": await plainAnswers(),
  "lib/schema/inputs.ts": await documentedInputs()
})

/** The documents that are generated from the sources, by path. */
export const generated = async (): Promise<Readonly<Record<string, string>>> => ({
  "docs/errors.md": errorCatalogue(),
  ...(await apiReference())
})
