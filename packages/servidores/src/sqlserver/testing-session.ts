import { afterEach } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { preparerOf } from '../testing-connection.ts'
import { sqlserver } from './sqlserver.ts'
import type { SqlserverConnection } from './sqlserver-connection.ts'
import {
  doneInProc,
  doneProc,
  type FakeSqlserver,
  INT,
  int,
  openFakeSqlserver,
  type Pedido,
  type Respuesta,
  rows,
} from './testing.ts'

export const open = (config: object, deps = connectDeps()) =>
  sqlserver.connect(sqlserver.config.parse(config), deps)

export const prepare = preparerOf(sqlserver.objetos)

/** Answers as a statement with parameters does. */
export const answerRows = (tokens: Buffer, count = 1) =>
  Buffer.concat([tokens, doneInProc(count), doneProc()])

export const ONE = rows([{ nombre: 'uno', tipo: INT }], [[int(1)]])

/** A server that speaks TDS for each test, and a connection to it. */
export function withFakeSqlserver() {
  let server: FakeSqlserver | undefined
  let connection: SqlserverConnection | undefined

  afterEach(async () => {
    await connection?.close()
    await server?.close()
    connection = undefined
    server = undefined
  })

  async function start(...given: Parameters<typeof openFakeSqlserver>) {
    server = await openFakeSqlserver(...given)
    return server
  }

  async function connect(answer: (pedido: Pedido) => Respuesta, deps = connectDeps(), config = {}) {
    const started = await start(answer)
    connection = await open({ ...started.config, ...config }, deps)
    return connection
  }

  return {
    start,
    connect,
    async call(
      answer: (pedido: Pedido) => Respuesta,
      tipoObjeto: string,
      objeto: object,
      valores: Record<string, unknown> = {},
      context = callContext(),
    ): Promise<unknown> {
      const made = await connect(answer)
      return prepare(tipoObjeto, objeto, Object.keys(valores)).run(made, valores, context)
    },
    pedidos: () => server?.pedidos ?? [],
    asked: () => server?.pedidos.map(({ texto }) => texto),
    isUsable: () => connection?.usable,
  }
}
