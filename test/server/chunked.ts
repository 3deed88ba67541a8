// A body of unknown length, sent on a raw connection.
import { connect } from "node:net"

const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`

/** Sends chunks until the connection ends or the count is reached, and returns everything that was answered. */
export const sendChunks = (url: string, path: string, token: string, count: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let answer = ""
    let sent = 0
    socket.setEncoding("utf8")
    socket.on("error", reject)
    socket.on("close", () => resolve(answer))
    socket.on("data", (text) => (answer += text))
    const send = () => {
      while (sent < count && !socket.destroyed) {
        sent += 1
        if (!socket.write(chunk)) return
      }
      if (sent === count) socket.end("0\r\n\r\n")
      sent += 1
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
