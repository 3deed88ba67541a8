import { command } from "./Command.ts"
import { importFile, importOptions } from "./fileImport/importFile.ts"

export const importBalances = command({
  name: "import-balances",
  summary: "Credits members with the balances in a CSV file",
  about: `The first line names the columns userId, coins and reason. The whole file is checked first: if a line is bad, nothing is written.
Each line is imported only once, so the command can be run again, also after it was stopped, and with more lines.`,
  words: [{ name: "file", summary: "The CSV file, in UTF-8" }],
  options: importOptions,
  fields: { partnerId: "--partner" },
  run: async (context) => {
    const { balancesImporter } = await import("./importBalances/importer.ts")
    return importFile(context, balancesImporter(context.options))
  }
})
