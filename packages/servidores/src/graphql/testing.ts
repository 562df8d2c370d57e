import { createServer, type IncomingHttpHeaders } from 'node:http'
import { execute, GraphQLError, parse, validate } from 'graphql'
import { buildSchema } from 'graphql/utilities'

/** A service that the tests talk to: schema, validation and execution are those of graphql-js. */
export interface TiendaGraphql {
  url: string
  seen: { headers: IncomingHttpHeaders; body: { query: string; variables?: unknown } }[]
  /** What it answers instead, whatever it is asked; null: what it is asked for. */
  answerWith(answer: { status: number; type: string; body: string } | null): void
  close(): Promise<void>
}

export const SDL = `
scalar Fecha
enum Estado { activo retirado }
type Cliente { id: ID! nombre: String! alta: Fecha estado: Estado saldo: Float pedidos(desde: Int!): [Pedido!]! direccion: Direccion jefe: Cliente notas: [String!] secreto: String }
type Direccion { calle: String ciudad: Ciudad }
type Ciudad { nombre: String pais: Pais }
type Pais { codigo: String }
type Pedido { id: ID! }
union Hallazgo = Cliente | Pedido
input FiltroCliente { estado: Estado = activo texto: String! dentro: FiltroCliente }
type Query {
  "Un cliente por su clave"
  cliente(id: ID!): Cliente
  clientes(filtro: FiltroCliente, limite: Int = 10): [Cliente!]!
  buscar(texto: String!): [Hallazgo!]!
}
type Mutation { crearCliente(nombre: String!, saldo: Float): Cliente! }
`

const ANA = {
  id: '7',
  nombre: 'Ána Núñez',
  alta: '2024-02-29',
  estado: 'activo',
  saldo: 12.5,
  direccion: { calle: 'Mayor 1', ciudad: { nombre: 'Asunción' } },
  notas: ['a', 'b'],
  secreto: () => {
    throw new GraphQLError('no le toca verlo', { extensions: { code: 'FORBIDDEN' } })
  },
}

const RESOLVERS = {
  cliente: ({ id }: { id: string }) => (id === '7' ? ANA : null),
  clientes: () => [ANA],
  crearCliente: ({ nombre, saldo }: { nombre: string; saldo?: number }) => {
    if (nombre === '') throw new GraphQLError('falta el nombre')
    return { id: '8', nombre, saldo }
  },
}

export async function startTiendaGraphql(): Promise<TiendaGraphql> {
  const schema = buildSchema(SDL)
  const seen: TiendaGraphql['seen'] = []
  let instead: Parameters<TiendaGraphql['answerWith']>[0] = null
  const answer = async ({ query, variables, operationName }: Record<string, unknown>) => {
    const document = parse(String(query))
    const errors = validate(schema, document)
    if (errors.length > 0) return { errors }
    return execute({
      schema,
      document,
      rootValue: RESOLVERS,
      variableValues: variables as Record<string, unknown>,
      operationName: operationName as string,
    })
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString())
    seen.push({ headers: request.headers, body })
    const {
      status,
      type,
      body: text,
    } = instead ?? {
      status: 200,
      type: 'application/graphql-response+json',
      body: JSON.stringify(await answer(body)),
    }
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/graphql`,
    seen,
    answerWith(answer) {
      instead = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
