import { createServer, type Socket } from 'node:net'
import type { Connection as Driver, Metadata } from 'oracledb'

/* No Oracle can be started beside the tests: what a listener says first is spoken here, and what our code hands to the driver is recorded. */

export const REFUSES = 4
export const REDIRECTS = 5

/** A listener that answers whoever connects with one packet (Oracle Net: length, type and flags, then what it says); null: that says nothing. */
export async function openFakeListener(type: number, words: string | null) {
  const sockets = new Set<Socket>()
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => left.resolve())
    socket.once('data', () => {
      asked.resolve()
      if (words === null) return
      const text = Buffer.from(words)
      const before = type === REFUSES ? Buffer.from([0x22, 0]) : Buffer.alloc(0)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(text.length)
      const body = Buffer.concat([before, length, text])
      const header = Buffer.alloc(8)
      header.writeUInt16BE(header.length + body.length)
      header.writeUInt8(type, 4)
      socket.write(Buffer.concat([header, body]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return {
    config: { host: '127.0.0.1', puerto: address.port, usuario: 'prueba', contrasena: 'muysecreta' },
    /** Someone has asked, and has gone. */
    asked: asked.promise,
    left: left.promise,
    reached: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Ejecutada {
  sql: string
  binds: unknown
}

/** What the driver answers a statement; an error is thrown, a function runs first. */
export type Respuesta = Record<string, unknown> | Error | (() => Promise<Record<string, unknown>>)

/** A driver that answers what it is told. */
export function fakeDriver(answer: (ejecutada: Ejecutada) => Respuesta) {
  const ejecutadas: Ejecutada[] = []
  const ordenes: string[] = []
  const driver = {
    oracleServerVersionString: '23.4.0.24.5',
    async execute(sql: string, binds: unknown = []) {
      ejecutadas.push({ sql, binds })
      const respuesta = answer({ sql, binds })
      if (respuesta instanceof Error) throw respuesta
      return typeof respuesta === 'function' ? respuesta() : respuesta
    },
    getStatementInfo: async (sql: string) => answer({ sql, binds: null }),
    commit: async () => void ordenes.push('commit'),
    rollback: async () => void ordenes.push('rollback'),
    break: async () => void ordenes.push('break'),
    ping: async () => {},
    close: async () => void ordenes.push('close'),
  }
  // Only what our connection asks of it.
  return { driver: driver as unknown as Driver, ejecutadas, ordenes }
}

/** A set of rows, as the driver reads it. */
export function resultSet(
  campos: readonly { name: string; dbTypeName: string }[],
  filas: readonly (readonly unknown[])[],
) {
  let rest = filas
  const set = {
    isClosed: false,
    metaData: campos as Metadata<unknown>[],
    async getRows(count: number) {
      const batch = rest.slice(0, count)
      rest = rest.slice(count)
      return batch
    },
    async close() {
      set.isClosed = true
    },
  }
  return set
}

/** As the driver throws what the database says. */
export function oraError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}\nHelp: https://docs.oracle.com/error-help/`), { code })
}
