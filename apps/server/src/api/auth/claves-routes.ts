import {
  CLAVE_DE_API_MAX_DIAS,
  CLAVES_DE_API_MAX,
  claveDeApiEmitidaSchema,
  claveDeApiGuardadaSchema,
  claveDeApiSchema,
  DatosInvalidos,
  LimiteSuperado,
  NoEncontrado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { newBearerSecret } from '../access/bearer-secret.ts'
import { deleteClave, insertClave, listClaves } from '../access/claves-de-api-repository.ts'
import { findUsuario } from '../access/usuarios-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'

const DAY_MS = 24 * 3_600_000
const paramsSchema = z.object({ id: z.string() })

/** The own claves de API. A key makes and removes none: whoever found one could stay. */
export function registerClavesDeApi(app: FastifyInstance, { db }: Pick<ApiDeps, 'db'>): void {
  const own = { access: 'autenticado', soloConSesion: true } as const
  const path = '/api/auth/claves'

  const listing = { ...own, answers: { 200: z.array(claveDeApiGuardadaSchema) } } as const
  app.get(path, { config: listing }, async ({ usuario }) => (await listClaves(db, usuario.id)).map(show))

  const creating = { ...own, body: claveDeApiSchema, answers: { 201: claveDeApiEmitidaSchema } } as const
  app.post(path, { config: creating }, async ({ usuario, body }, reply) => {
    const { nombre, expiraEn } = parseInput(claveDeApiSchema, body)
    refuseExpiry(expiraEn)
    const { secret, hash, prefijo } = newBearerSecret('claveDeApi')
    const created = await db.transaction().execute(async (trx) => {
      // Held, so that two who add the last one do not both.
      await findUsuario(trx, usuario.id, { lock: true })
      if ((await listClaves(trx, usuario.id)).length >= CLAVES_DE_API_MAX)
        throw new LimiteSuperado({ limite: 'claves de API', maximo: CLAVES_DE_API_MAX })
      const values = {
        id: uuid(),
        usuarioId: usuario.id,
        nombre,
        hash,
        prefijo,
        expiraEn: new Date(expiraEn),
      }
      const row = await insertClave(trx, values)
      await note(trx, usuario, 'crearClaveDeApi', row)
      return row
    })
    return reply.code(201).send({ ...show(created), clave: secret })
  })

  const removing = { ...own, answers: { 204: null } } as const
  app.delete(`${path}/:id`, { config: removing }, async ({ usuario, params }, reply) => {
    const { id } = parseInput(paramsSchema, params)
    await db.transaction().execute(async (trx) => {
      const isId = z.uuid().safeParse(id).success
      const row = isId ? await deleteClave(trx, { id, usuarioId: usuario.id }) : undefined
      if (!row) throw new NoEncontrado({ recurso: 'la clave de API', id })
      await note(trx, usuario, 'eliminarClaveDeApi', row)
    })
    return reply.code(204).send()
  })
}

type ClaveRow = Selectable<Database['clavesDeApi']>

function note(
  trx: Parameters<typeof audit>[0],
  { id, username }: { id: string; username: string },
  accion: 'crearClaveDeApi' | 'eliminarClaveDeApi',
  { nombre, prefijo }: ClaveRow,
): Promise<void> {
  return audit(trx, {
    usuario: username,
    accion,
    recurso: 'usuarios',
    recursoId: id,
    detalle: { nombre, prefijo },
  })
}

function refuseExpiry(expiraEn: string): void {
  const days = (new Date(expiraEn).getTime() - Date.now()) / DAY_MS
  if (days > 0 && days <= CLAVE_DE_API_MAX_DIAS) return
  const mensaje =
    days <= 0
      ? 'Elija un momento que no haya pasado.'
      : `Elija un momento dentro de los próximos ${CLAVE_DE_API_MAX_DIAS} días.`
  throw new DatosInvalidos(undefined, { errores: [{ campo: 'expiraEn', mensaje }] })
}

function show({ id, nombre, prefijo, creadoEn, expiraEn, ultimoUso }: ClaveRow) {
  return { id, nombre, prefijo, creadoEn, expiraEn, ultimoUso }
}
