import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { languageIn, languages } from "../../server/dashboard/words/language.ts"
import { describe, it } from "../support/effect.ts"

const folder = fileURLToPath(new URL("../../server/dashboard/words", import.meta.url))

/** The groups of words: the files beside the folders of the languages that load from both. */
const groups = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "load.ts")
  .filter((name) => readFileSync(join(folder, name), "utf8").includes("await load({"))
  .map((name) => name.replace(".ts", ""))

/** Entries that are the same in German, because they are names, or have no words. */
const sameWords: ReadonlySet<string> = new Set([
  "approvals.coins",
  "boards.coins",
  "awardDetails.coins",
  "awardDetails.coinsColumn",
  "awardDetails.webhook",
  "awards.coins",
  "awards.coinsLeft",
  "common.alerts.webhooks",
  "common.app.webhooks",
  "common.counts.coins",
  "common.parts.code",
  "common.parts.limits.budget",
  "common.parts.optional",
  "common.parts.limits.coins",
  "common.parts.pays",
  "liability.coins",
  "members.coins",
  "members.pseudonym",
  "rule.coins",
  "rule.name",
  "rule.status",
  "rules.activityTypeExample",
  "rules.coins",
  "rules.fieldExample",
  "rules.fields.budget",
  "rules.fields.coinValue",
  "rules.fields.name",
  "rules.fields.status",
  "rules.simulation",
  "rules.status",
  "settings.name",
  "settings.person",
  "webhooks.test",
  "webhooks.webhook"
])

/** Entries that depend on what they are called with in another way than by showing it. Tests of their own cover them. */
const apart: ReadonlySet<string> = new Set([
  "activities.phrase",
  "common.refusals.codes",
  "common.refusals.faults",
  "sentence.at",
  "sentence.conditions",
  "sentence.emphasis",
  "sentence.when"
])

/** Stands for an argument of any type: a text, a number or a list. It shows where it is used, by its number. */
const probe = (index: number) => {
  const text = `⟦${index}⟧`
  return {
    [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? 4210 + index : text),
    *[Symbol.iterator]() {
      yield text
    }
  }
}

type Said = (...given: ReadonlyArray<unknown>) => unknown
type Entry = string | Said | { readonly [key: string]: Entry }

/** The text of an entry with a slot for each of so many arguments. */
const shapeOf = (entry: Said, count: number): string => {
  const said = entry(...Array.from({ length: count }, (_, index) => probe(index)))
  const text = Array.isArray(said) ? said.map(String).join("") : String(said)
  return text.replaceAll(/4[.,]?21(\d)/g, (_, index) => `⟦${index}⟧`)
}
const slotsIn = (shape: string): ReadonlyArray<string> =>
  Array.from(new Set(shape.match(/⟦\d⟧/g) ?? [])).toSorted()

const isText = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/⟦\d⟧/g, ""))

const faultsOf = (path: string, english: Entry | undefined, german: Entry | undefined): Array<string> => {
  if (apart.has(path)) return []
  if (typeof english !== typeof german) return [`${path} is of another type`]
  if (typeof english === "object" && typeof german === "object") {
    const keys = new Set([...Object.keys(english), ...Object.keys(german)])
    return [...keys].flatMap((key) => faultsOf(`${path}.${key}`, english[key], german[key]))
  }
  if (typeof english === "function" && typeof german === "function") {
    if (english.length < german.length) return [`${path} has other parameters`]
    const [own, other] = [shapeOf(english, english.length), shapeOf(german, english.length)]
    return [
      ...(String(slotsIn(own)) === String(slotsIn(other)) ? [] : [`${path} shows other things: ${other}`]),
      ...textFaults(path, own, other)
    ]
  }
  return textFaults(path, String(english), String(german))
}

const textFaults = (path: string, english: string, german: string): Array<string> => [
  ...(english === german && isText(english) && !sameWords.has(path)
    ? [`${path} is English: ${english}`]
    : []),
  ...(/["”]|\.\.\./.test(german) ? [`${path} has quotes or dots of another language: ${german}`] : [])
]

const wordsOf = async (language: string, group: string): Promise<Entry> =>
  (await import(join(folder, language, `${group}.ts`))).words

describe("the words of the dashboard", () => {
  for (const group of groups) {
    it(`have the same entries in German, which show the same: ${group}`, async () => {
      assert.deepEqual(faultsOf(group, await wordsOf("en", group), await wordsOf("de", group)), [])
    })
  }

  it("of a language are loaded without anything that waits for them", () => {
    // A file of words that imports a group would wait for itself.
    for (const language of Object.keys(languages)) {
      for (const name of readdirSync(join(folder, language))) {
        const text = readFileSync(join(folder, language, name), "utf8")
        const imports = [...text.matchAll(/^import (?!type ).* from "([^"]+)"$/gm)].map(([, path]) => path)
        const others = imports.filter(
          (path = "") => !/^\.\/\w+\.ts$|^\.\.\/(dateTime|grammar|said)\.ts$|^(\.\.\/)+lib\//.test(path)
        )
        assert.deepEqual(others, [], `${language}/${name}`)
      }
    }
  })

  it("are in the language that was chosen, else in the first known one of the browser, else in English", () => {
    assert.equal(languageIn(["de", "en-US"]), "de")
    assert.equal(languageIn(["", "fr-FR", "de-AT", "en"]), "de")
    assert.equal(languageIn(["", "EN-gb", "de"]), "en")
    assert.equal(languageIn(["", "fr"]), "en")
    assert.equal(languageIn(["toString"]), "en")
  })
})
