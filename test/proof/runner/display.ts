import type { Terminal } from "../../../server/cli/terminal.ts"

const minute = 60_000

/** Shows what runs: one line that moves for a person who watches, otherwise a line a minute for each part. */
export const makeDisplay = (terminal: Terminal, total: number, watched: boolean) => {
  const bar = terminal.progress("proof")
  const running = new Map<string, string>()
  let done = 0

  const note = (text: string): void => {
    bar.end()
    terminal.note(text)
  }
  return {
    note,
    /** Returns what to call after each round. */
    begin: (title: string, rounds: number) => {
      let told = performance.now()
      return (round: number): void => {
        running.set(title, `${title}: ${round} of ${rounds}`)
        bar.at(done, total, [...running.values()].join(", "))
        if (watched || performance.now() - told < minute) return
        told = performance.now()
        note(`${title}: ${round} of ${rounds}`)
      }
    },
    end: (title: string): void => {
      running.delete(title)
      done += 1
    }
  }
}

export type Display = ReturnType<typeof makeDisplay>
