import { flag, type Options } from "./options.ts"

/** The options of every command. */
export const common: Options = {
  json: flag("Prints the result as JSON"),
  help: flag("Shows this"),
  version: flag("Shows the version")
}
