import { createHash, randomBytes } from 'node:crypto'
import { AutorizacionNoValida, type Limits } from '@div/contract'
import {
  type AutorizacionPedida,
  askAutorizacion,
  ConcesionTerminada,
  type McpConfig,
  mcpConfigSchema,
  type OAuthDeps,
  type Red,
  takeAutorizacion,
} from '@div/servidores'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { insertAutorizacion, insertPedida, takePedida } from './autorizaciones-repository.ts'

export interface AskPersonDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'seal' | 'open' | 'openConfig'>
  limits: Pick<Limits, 'conexionMs'>
}

/** A stored servidor of type `mcp`, and how it may be reached. */
interface Destino {
  id: string
  nombre: string
  config: Record<string, unknown>
  red: Red
}

/** 256 bits: whoever does not know it cannot answer in the place of who was asked. */
const STATE_BYTES = 32

/** Where a person is sent, so that they let this product in. Throws an AppError. */
export async function askPerson(
  { db, secretos, limits }: AskPersonDeps,
  servidor: Destino,
  { usuarioId, volverA }: { usuarioId: string; volverA: string },
): Promise<string> {
  const config = openConfig(servidor, secretos)
  const { autenticacion } = config
  if (autenticacion.tipo !== 'oauthCodigo')
    throw new AutorizacionNoValida({
      motivo: 'este servidor no está configurado para que lo autorice una persona',
    })
  const estado = randomBytes(STATE_BYTES).toString('base64url')
  const { direccion, pedida } = await withOAuth(servidor, limits, (oauth) =>
    askAutorizacion({ url: config.url, autenticacion }, { volverA, estado }, oauth),
  )
  const sellada = secretos.seal(servidor.id, JSON.stringify(pedida))
  await db
    .transaction()
    .execute((trx) =>
      insertPedida(trx, { hash: hashOf(estado), servidorId: servidor.id, usuarioId, sellada }),
    )
  return direccion
}

/**
 * Takes what came back from where the person was sent, and keeps what it is worth; `note` shares its transaction. Answers of which servidor
 * it is. Throws AutorizacionNoValida where nobody was asked, or too long ago.
 */
export async function takeAnswer(
  deps: AskPersonDeps,
  answer: {
    estado: string
    codigo: string
    emisor: string | null
    usuario: { id: string; username: string }
  },
  {
    findDestino,
    note,
  }: {
    findDestino(servidorId: string): Promise<Destino>
    note(trx: Transaction<Database>, servidor: Destino): Promise<void>
  },
): Promise<string> {
  const { db, secretos, limits } = deps
  const { estado, codigo, emisor, usuario } = answer
  const taken = await db
    .transaction()
    .execute((trx) => takePedida(trx, { hash: hashOf(estado), usuarioId: usuario.id }))
  if (!taken) throw new AutorizacionNoValida({ motivo: 'no se pidió desde aquí, o hace demasiado tiempo' })
  const { servidorId } = taken
  // What was sealed here is what it was.
  const pedida: AutorizacionPedida = JSON.parse(secretos.open(servidorId, taken.sellada))
  const servidor = await findDestino(servidorId)
  if (openConfig(servidor, secretos).url !== pedida.url)
    throw new AutorizacionNoValida({ motivo: 'la dirección del servidor cambió entretanto' })
  const guardada = await withOAuth(servidor, limits, (oauth) =>
    takeAutorizacion(pedida, { codigo, emisor }, oauth),
  ).catch((cause: unknown) => {
    if (cause instanceof ConcesionTerminada)
      throw new AutorizacionNoValida({ motivo: 'el código no vale o ya venció' }, { cause })
    throw cause
  })
  const sellada = secretos.seal(servidorId, JSON.stringify(guardada))
  await db.transaction().execute(async (trx) => {
    await insertAutorizacion(trx, { servidorId, sellada, por: usuario.username })
    await note(trx, servidor)
  })
  return servidorId
}

function openConfig({ id, config }: Destino, secretos: AskPersonDeps['secretos']): McpConfig {
  return mcpConfigSchema.parse(secretos.openConfig(mcpConfigSchema, id, config))
}

async function withOAuth<Answer>(
  { nombre, red }: Destino,
  { conexionMs }: AskPersonDeps['limits'],
  work: (oauth: OAuthDeps) => Promise<Answer>,
): Promise<Answer> {
  const http = red.openHttp({ maxSockets: 1 })
  try {
    return await work({
      servidor: nombre,
      http,
      tiempoMaximoMs: conexionMs,
      // A few requests one after another; whoever waits for them looks at a button.
      signal: AbortSignal.timeout(3 * conexionMs),
    })
  } finally {
    await http.close()
  }
}

function hashOf(estado: string): Buffer {
  return createHash('sha256').update(estado).digest()
}
