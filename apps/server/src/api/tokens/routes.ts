import {
  type AccionAuditada,
  DatosInvalidos,
  type ErrorDeCampo,
  type TokenInput,
  TokenRevocado,
  tokenEmitidoSchema,
  tokenGuardadoSchema,
  tokenSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { newBearerSecret } from '../access/bearer-secret.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { createRecord, findRecord, registerResource, show } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { estadoFilter } from './estado-filter.ts'
import { changeToken, findMissing } from './repository.ts'

const tokens: ResourceDefinition<Row<'tokens'>, TokenInput> = {
  resource: 'tokens',
  label: 'el token',
  table: 'tokens',
  schema: tokenSchema,
  answer: tokenGuardadoSchema,
  derived: ['prefijo', 'ultimoUso', 'revocadoEn'],
  filters: { estado: estadoFilter },
  hasOwnPost: true,
  async toRow(input, { trx, before }) {
    const { nombre, canales, capacidades, expiraEn } = input
    const errores = await findErrores(trx, { ...input, before })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return { nombre, canales: canales === 'todos' ? null : canales, capacidades, expiraEn }
  },
  toJson: ({ nombre, canales, capacidades, expiraEn, prefijo, ultimoUso, revocadoEn }) => ({
    nombre,
    canales: canales ?? 'todos',
    capacidades,
    expiraEn,
    prefijo,
    ultimoUso,
    revocadoEn,
  }),
  // Who uses a token is outside.
  listUsos: async () => [],
}

/** Tokens that open canales and the tools of MCP. The token itself is shown once: when it is made and when it is rotated. */
export function registerTokens(app: FastifyInstance, deps: Pick<ApiDeps, 'db' | 'config'>): void {
  const { db } = deps
  registerResource(app, deps, tokens)

  const creating = {
    access: 'tokens.crear',
    body: tokenSchema,
    answers: { 201: tokenEmitidoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post('/api/tokens', { config: creating }, async (request, reply) => {
    const { secret: token, hash, prefijo } = newBearerSecret('token')
    const definition: typeof tokens = {
      ...tokens,
      toRow: async (input, context) => ({ ...(await tokens.toRow(input, context)), hash, prefijo }),
    }
    const created = await createRecord(definition, { db, usuario: request.usuario, body: request.body })
    reply.code(201).header('location', `/api/tokens/${created.id}`)
    return { ...show(tokens, created), token }
  })

  const revoking = { access: 'tokens.editar', answers: { 200: tokenGuardadoSchema } } as const
  app.post('/api/tokens/:id/revocar', { config: revoking }, async (request) => {
    const row = await change(request, 'revocar', (trx, { id, revocadoEn }, actualizadoPor) =>
      changeToken(trx, id, { revocadoEn: revocadoEn ?? new Date(), actualizadoPor }),
    )
    return show(tokens, row)
  })

  const rotating = { access: 'tokens.editar', answers: { 200: tokenEmitidoSchema } } as const
  app.post('/api/tokens/:id/rotar', { config: rotating }, async (request) => {
    const { secret: token, hash, prefijo } = newBearerSecret('token')
    const row = await change(request, 'rotar', (trx, { id, nombre, revocadoEn }, actualizadoPor) => {
      // A new secret would bring back what somebody took away.
      if (revocadoEn !== null) throw new TokenRevocado({ nombre })
      return changeToken(trx, id, { hash, prefijo, actualizadoPor })
    })
    return { ...show(tokens, row), token }
  })

  function change(
    { usuario, params }: { usuario: { username: string }; params: unknown },
    accion: AccionAuditada,
    work: (
      trx: Transaction<Database>,
      before: Row<'tokens'>,
      actualizadoPor: string,
    ) => Promise<Row<'tokens'>>,
  ): Promise<Row<'tokens'>> {
    return db.transaction().execute(async (trx) => {
      const before = await findRecord(tokens, trx, params, 'change')
      const row = await work(trx, before, usuario.username)
      await audit(trx, {
        usuario: usuario.username,
        accion,
        recurso: 'tokens',
        recursoId: row.id,
        detalle: { nombre: row.nombre, prefijo: row.prefijo },
      })
      return row
    })
  }
}

async function findErrores(
  trx: Transaction<Database>,
  {
    canales,
    capacidades,
    expiraEn,
    before,
  }: Omit<TokenInput, 'nombre'> & { before: Row<'tokens'> | undefined },
): Promise<ErrorDeCampo[]> {
  const errores: ErrorDeCampo[] = []
  const named = [
    ['canales', 'canales', canales === 'todos' ? [] : canales, 'No existe este canal.'],
    ['capacidades', 'aiCapabilities', capacidades, 'No existe esta capacidad.'],
  ] as const
  for (const [campo, table, ids, mensaje] of named) {
    const missing = await findMissing(trx, table, ids)
    ids.forEach((id, index) => {
      if (missing.has(id)) errores.push({ campo: `${campo}[${index}]`, mensaje })
    })
  }
  const expiry = expiraEn === null ? null : new Date(expiraEn).getTime()
  const isUnchanged = expiry === (before?.expiraEn?.getTime() ?? null)
  if (expiry !== null && expiry <= Date.now() && !isUnchanged) {
    errores.push({ campo: 'expiraEn', mensaje: 'Elija un momento que no haya pasado.' })
  }
  return errores
}
