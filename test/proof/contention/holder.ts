// A second process on an SQLite file: for each line of its input it does what the line says, and prints "done". It tells
// "held" as soon as it has the write lock.
import { Database } from "bun:sqlite"
import { createInterface } from "node:readline"

const [filename = ""] = process.argv.slice(2)
const database = new Database(filename)
database.run("PRAGMA busy_timeout = 60000")

const print = (word: string) => process.stdout.write(`${word}\n`)

const hold = async (milliseconds: number) => {
  database.run("BEGIN IMMEDIATE")
  print("held")
  await Bun.sleep(milliseconds)
  database.run(milliseconds % 2 === 0 ? "COMMIT" : "ROLLBACK")
}

print("ready")
for await (const line of createInterface({ input: process.stdin })) {
  const [word, number] = line.split(" ")
  if (word === "hold") await hold(Number(number))
  // It needs that nobody reads or writes, and so makes others wait.
  if (word === "checkpoint") database.query("PRAGMA wal_checkpoint(TRUNCATE)").get()
  print("done")
}
