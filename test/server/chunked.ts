// A body of unknown length, sent on a raw connection.
import { connect } from "node:net"
import { soon } from "../support/wait.ts"

const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`

/**
 * Sends chunks until it is answered or the count is reached, and returns everything that was answered. It reads between
 * chunks: a server that has refused the body closes the connection, and a client that only writes would lose the answer.
 */
export const sendChunks = (url: string, path: string, token: string, count: number): Promise<string> =>
  soon("the answer to chunks", answerTo(url, path, token, count))

const answerTo = (url: string, path: string, token: string, count: number): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let answer = ""
    let sent = 0
    socket.setEncoding("utf8")
    // A server that closes the connection while a chunk is on its way causes an error; what it said before counts.
    socket.on("error", () => {})
    socket.on("close", () => resolve(answer))
    socket.on("data", (text) => (answer += text))
    const send = () => {
      if (answer !== "" || socket.destroyed) return
      if (sent === count) return void socket.end("0\r\n\r\n")
      sent += 1
      if (socket.write(chunk)) setImmediate(send)
    }
    socket.on("drain", send)
    socket.on("connect", () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Transfer-Encoding: chunked"
      ]
      socket.write(`${head.join("\r\n")}\r\n\r\n`)
      send()
    })
  })
