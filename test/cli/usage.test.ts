import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { commands } from "../../server/cli/commands.ts"
import { runCommandLine } from "../../server/cli/main.ts"
import { closest } from "../../server/cli/suggest.ts"
import { makeTerminal } from "../../server/cli/terminal.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"

const sink = (isTerminal: boolean) => {
  const written: Array<string> = []
  return { isTerminal, write: async (text: string) => void written.push(text), text: () => written.join("") }
}

/** Runs a command line in this process. */
const run = async (args: string, { color = false, environment = {} } = {}) => {
  const [out, err] = [sink(color), sink(color)]
  const code = await runCommandLine({ args: args.split(" ").filter(Boolean), environment, out, err })
  return { code, out: out.text(), err: err.text() }
}

/** The program, and its arguments, that prints what a shell with the completion script offers for each line, and an empty line. */
const completing = {
  zsh: (file: string, lines: ReadonlyArray<string>) => [
    "zsh",
    "-f",
    fileURLToPath(new URL("shells/complete.zsh", import.meta.url)),
    file,
    ...lines
  ],
  fish: (file: string, lines: ReadonlyArray<string>) => [
    "fish",
    "--no-config",
    "-c",
    `source ${file}; ${lines.map((line) => `complete -C "${line}"; echo`).join("; ")}`
  ]
}

describe("the command line", () => {
  const wrong: ReadonlyArray<readonly [args: string, message: RegExp]> = [
    ["", /Usage/],
    ["verfy", /There is no command "verfy"\. Did you mean verify\?/],
    ["keys", /"keys" needs one of: create, list, revoke/],
    ["keys crate", /Did you mean keys create\?/],
    ["demo --award 3", /There is no option --award\. Did you mean --awards\?/],
    ["demo -x", /There is no option -x/],
    ["demo --awards", /--awards needs a value: --awards <number>/],
    ["demo --awards x --seed -1", /--awards must be a whole number .*, got "x"\n--seed must be/],
    ["demo --json=yes", /--json takes no value/],
    ["demo more", /"demo" does not take "more"/],
    ["import", /"import" needs <file>/],
    ["completion bsh", /<shell> must be one of bash, zsh, fish, got "bsh"\. Did you mean bash\?/],
    ["activities", /"activities" needs one of: send, tail, replay/],
    [
      "activities send --partner x --type x --user x --data [1]",
      /^--data must be a JSON object, got "\[1\]"\n$/
    ],
    [
      "activities send --partner x --type x --user x --key x --explain",
      /^--key cannot be combined with --explain/
    ],
    ["import-balances all.csv", /--partner is required: The partner of the members\n/],
    ["keys list", /--partner is required: The partner's id\n/],
    ["verify --database mysql://x", /^--database must start with sqlite: or postgres:\/\/\n$/],
    ["doctor --database mysql://x", /^--database must start with/],
    ["serve --port x --log-level loud", /^--port must be a port .*\n--log-level must be/],
    ["export --output --json", /--output needs a value: --output <file>\..*--output=<file>/],
    ["keys list --partner --json", /--partner needs a value: --partner <id>/],
    ["demo --seed -- 3", /--seed needs a value/],
    ["help verfy", /There is no command "verfy"\. Did you mean verify\?/],
    ["help keys crate", /Did you mean keys create\?/],
    ["help keys create now", /"help" does not take "now"/],
    ["--json verify", /The command comes first/],
    ["harness nowhere", /<url> must be an address/]
  ]
  for (const [args, message] of wrong) {
    it(`refuses "${args}" with exit code 2, and says what to do on stderr`, async () => {
      const { code, err, out } = await run(args)
      assert.match(err, message)
      assert.deepEqual({ code, out }, { code: 2, out: "" })
    })
  }

  it("shows help on stdout, of the whole, of a family and of each command with each of its options", async () => {
    const { code, out } = await run("--help")
    assert.equal(code, 0)
    for (const { name, options, summary } of commands) {
      assert.ok(out.includes(summary), name)
      const own = await run(`${name} --help`)
      assert.equal(own.code, 0)
      for (const option of Object.keys(options)) assert.ok(own.out.includes(`--${option}`), option)
    }
    assert.ok(!(await run("keys --help")).out.includes("verify"))
  })

  it("shows the same help for help before a command and --help after it", async () => {
    const names = ["", "keys", ...commands.map(({ name }) => name)]
    for (const name of names) {
      const before = await run(`help ${name}`)
      assert.deepEqual(before, await run(`${name} --help`), name)
      assert.equal(before.code, 0)
    }
    assert.match((await run("help import")).out, /^Writes an archive into a database/)
  })

  it("marks required options in help, and names them in the usage", async () => {
    const { out } = await run("help keys create")
    assert.match(
      out,
      /Usage {2}laurel keys create --partner <id> --name <name> --scopes <scopes> \[options\]/
    )
    for (const option of ["partner", "name", "scopes"]) {
      assert.match(out, new RegExp(`^  --${option} <.*\\(required\\)$`, "m"))
    }
    assert.equal(out.match(/\(required\)/g)?.length, 3)
  })

  it("takes a value that starts with dashes after an equals sign, and a negative number without one", async () => {
    const { code, err } = await run("verify --database=--nowhere")
    assert.deepEqual([code, err], [2, "--database must start with sqlite: or postgres://\n"])
    assert.match((await run("demo --seed -1")).err, /--seed must be .*, got "-1"/)
  })

  it("blames the variable for a wrong setting of the environment", async () => {
    const { code, err } = await run("verify", { environment: { DATABASE_URL: "mysql://x" } })
    assert.equal(code, 2)
    assert.match(err, /DATABASE_URL must start with sqlite: or postgres:\/\//)
  })

  it("uses colours on a terminal alone, and not with NO_COLOR", async () => {
    const code = "\u001b["
    assert.ok((await run("--help", { color: true })).out.includes(code))
    assert.ok(!(await run("--help", { color: true, environment: { NO_COLOR: "1" } })).out.includes(code))
    assert.ok(!(await run("--help")).out.includes(code))
  })

  it("draws progress on a terminal alone", () => {
    const [terminal, pipe] = [sink(true), sink(false)]
    for (const err of [terminal, pipe]) {
      const progress = makeTerminal({ out: sink(false), err, json: false, color: false }).progress("Working")
      progress.at(5, 10)
      progress.end()
    }
    assert.match(terminal.text(), /Working \[=+ +\] 50 %/)
    assert.equal(pipe.text(), "")
  })

  it("suggests the nearest word, and none that is far", () => {
    assert.equal(closest("exprot", ["export", "import"]), "export")
    assert.equal(closest("ver", ["verify"]), "verify")
    assert.equal(closest("weather", ["export", "import"]), undefined)
  })

  it("completes every command and option in bash", async () => {
    const { out } = await run("completion bash")
    const complete = (line: string): ReadonlyArray<string> => {
      const words = line.split(" ")
      const script = `${out}
        COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _laurel; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n")
    }
    assert.deepEqual(complete("laurel ver"), ["verify"])
    assert.deepEqual(complete("laurel keys re"), ["revoke"])
    assert.deepEqual(complete("laurel keys create --sc"), ["--scopes"])
    assert.deepEqual(complete("laurel completion f"), ["fish"])
    assert.deepEqual(complete("laurel help ver"), ["verify"])
    for (const { name, options } of commands) {
      for (const option of Object.keys(options)) {
        assert.ok(complete(`laurel ${name} --${option}`).includes(`--${option}`), `${name} --${option}`)
      }
    }
  })

  for (const shell of ["zsh", "fish"] as const) {
    it(`prints a completion script of ${shell} with every command and option`, async () => {
      const { code, out } = await run(`completion ${shell}`)
      assert.equal(code, 0)
      for (const { name, options } of commands) {
        for (const word of name.split(" ")) assert.ok(out.includes(word), word)
        for (const option of Object.keys(options)) assert.ok(out.includes(option), option)
      }
    })

    const claim = `completes commands, and the options of each, in ${shell}`
    if (Bun.which(shell) === null) it.skip(`${claim}: there is no ${shell} on the PATH`)
    else
      it(claim, async () => {
        const file = await freshFile()
        writeFileSync(file, (await run(`completion ${shell}`)).out)
        const expected: ReadonlyArray<readonly [line: string, offered: ReadonlyArray<string>]> = [
          ["laurel ver", ["verify"]],
          ["laurel keys re", ["revoke"]],
          ["laurel keys create --sc", ["--scopes"]],
          ["laurel completion f", ["fish"]],
          ["laurel help ver", ["verify"]],
          ["laurel-rewards ver", ["verify"]],
          ...commands.map(
            ({ name, options }) =>
              [`laurel ${name} --`, Object.keys(options).map((each) => `--${each}`)] as const
          )
        ]
        const [program = "", ...args] = completing[shell](
          file,
          expected.map(([line]) => line)
        )
        const output = execFileSync(program, args, { encoding: "utf8" })
        const offered = output
          .split(/\n\n|\n$/)
          .map((part) => part.split("\n").flatMap((word) => word.split("\t", 1)))
        const everywhere = ["--help", "--json", "--version"]
        for (const [index, [line, words]] of expected.entries()) {
          const found = offered[index]?.filter((word) => word !== "" && !everywhere.includes(word)) ?? []
          assert.deepEqual(found.toSorted(), words.toSorted(), line)
        }
      })
  }
})
