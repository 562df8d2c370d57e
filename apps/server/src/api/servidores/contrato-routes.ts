import {
  contratoRevisadoSchema,
  DatosInvalidos,
  type Flujo,
  type Servidor,
  servidorSchema,
  type Uso,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import { createRed } from '../../red/red.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { listProcesosUsing } from '../usos/list-procesos-using.ts'
import { definitionOf, documentosBytes, sealServidor } from './servidores.ts'

/** Settings that are not stored; `id` names the stored ones whose secrets they keep and with which they are compared. */
const contratoSchema = servidorSchema.extend({
  id: z.uuid().optional(),
  nombre: z.string().default('Sin nombre'),
})

/** The contract of a service, read anew while its servidor is edited: its ports, and what breaks. Nothing is stored. */
export function registerContrato(
  app: FastifyInstance,
  { db, secretos, config: { limits } }: ApiDeps,
  servidores: ResourceDefinition<Row<'servidores'>, Servidor>,
): void {
  const reading = {
    access: 'servidores.editar',
    body: contratoSchema,
    answers: { 200: contratoRevisadoSchema },
  } as const
  const bodyLimit = documentosBytes(limits)
  app.post('/api/servidores/contrato', { bodyLimit, config: reading }, async (request) => {
    const { usuario } = request
    const { id: storedId, ...input } = parseInput(contratoSchema, request.body)
    const before = storedId === undefined ? undefined : await findRecord(servidores, db, { id: storedId })
    const id = before?.id ?? uuid()
    const given = parseInput(z.record(z.string(), z.unknown()), request.body)
    const { config: schema, readContrato } = definitionOf(input.tipoServidor)
    if (!readContrato) {
      const mensaje = 'Los servidores de este tipo no tienen un contrato que leer.'
      throw new DatosInvalidos(undefined, { errores: [{ campo: 'tipoServidor', mensaje }] })
    }
    const open = (config: Record<string, unknown>) => schema.parse(secretos.openConfig(schema, id, config))
    const config = open(sealServidor(input, { id, before, given, usuario }, secretos))
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: usuario.username,
        accion: 'explorar',
        recurso: 'servidores',
        recursoId: storedId ?? null,
        detalle: { nombre: input.nombre, contrato: true },
      }),
    )
    const { nombre, permitirRedPrivada } = input
    const leido = await readContrato(
      config,
      {
        servidor: nombre,
        red: createRed({ permitirRedPrivada, limits, servidor: nombre }),
        limits,
        signal: AbortSignal.timeout(limits.ejecucionMs),
      },
      before ? open(before.config) : null,
    )
    const { cambios } = leido
    const afectados =
      before && cambios ? await listAfectados(db, before.id, [...cambios.quitadas, ...cambios.cambiadas]) : []
    return { ...leido, afectados }
  })
}

/** The processes with a node that calls one of these operations, in their draft or in what is published. */
async function listAfectados(
  db: Kysely<Database>,
  servidorId: string,
  operaciones: readonly string[],
): Promise<Uso[]> {
  if (operaciones.length === 0) return []
  const using = await listProcesosUsing(db, 'servidores', servidorId)
  if (using.length === 0) return []
  const rows = await db
    .selectFrom('procesos')
    .leftJoin('procesoVersiones as publicada', (join) =>
      join
        .onRef('publicada.procesoId', '=', 'procesos.id')
        .onRef('publicada.version', '=', 'procesos.versionPublicada'),
    )
    .select(['procesos.id', 'procesos.nombre', 'procesos.flujo as borrador', 'publicada.flujo as publicado'])
    .where(
      'procesos.id',
      'in',
      using.map(({ id }) => id),
    )
    .orderBy('procesos.nombre')
    .execute()
  return rows.flatMap(({ id, nombre, borrador, publicado }) => {
    const nombrados = new Set(
      [borrador, publicado].flatMap((flujo) => (flujo ? operacionesOf(flujo, servidorId) : [])),
    )
    const suyas = operaciones.filter((operacion) => nombrados.has(operacion))
    return suyas.length === 0 ? [] : [{ recurso: 'procesos', id, nombre, detalle: suyas.join(', ') }]
  })
}

function operacionesOf({ nodos }: Flujo, servidorId: string): unknown[] {
  return nodos.flatMap((nodo) =>
    nodo.servidorId === servidorId && typeof nodo.objeto === 'object' && nodo.objeto !== null
      ? [Reflect.get(nodo.objeto, 'nombre')]
      : [],
  )
}
