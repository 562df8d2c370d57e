import type { Duplex } from 'node:stream'
import { CabecerasDemasiadoGrandes, PeticionLenta, PeticionMalFormada } from '@div/contract'
import { PROBLEM_TYPE, problemOf } from './problem.ts'

/** What is not HTTP, or too much of it, never reaches a handler: it is answered on the socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = problemOf(brokenRequestError(error.code))
  socket.end(
    `HTTP/1.1 ${status} ${status}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function brokenRequestError(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return new CabecerasDemasiadoGrandes()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new PeticionLenta()
  return new PeticionMalFormada()
}
