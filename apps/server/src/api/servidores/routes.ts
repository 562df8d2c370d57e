import {
  type AccionAuditada,
  detalleDeObjetoSchema,
  type Limits,
  NoEncontrado,
  objetoDeServidorSchema,
  poolSchema,
  resilienciaSchema,
  resultadoDePruebaSchema,
  servidorEstadoSchema,
  servidorGuardadoSchema,
  servidorSchema,
  tipoServidorSchema,
} from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import type { ServidorActivo } from '../../motor/pools/servidor-activo.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { createRecord, findRecord, registerResource, show } from '../resource/register-resource.ts'
import { findFreeNombre } from '../resource/resource-repository.ts'
import { registerConsultar } from './consultar-routes.ts'
import { registerContrato } from './contrato-routes.ts'
import { describeTipos } from './describe-tipos.ts'
import { readEstados } from './estado.ts'
import { writePrueba } from './repository.ts'
import { definitionOf, describeServidores, sealServidor } from './servidores.ts'

const describeObjetosQuery = ({ listado }: Limits) =>
  z.object({
    tipoObjeto: z.string().max(100).optional(),
    q: z.string().max(200).optional(),
    limite: z.coerce.number().int().min(1).max(listado).default(listado),
  })
const objetoSchema = z.object({ nombre: z.string().min(1).max(500) })
/** An unsaved server; `id` names the stored one whose secrets it keeps. */
const probarSchema = servidorSchema.extend({
  id: z.uuid().optional(),
  nombre: z.string().default('Prueba'),
})

const duplicarSchema = z.strictObject({ nombre: servidorSchema.shape.nombre.optional() })

export function registerServidores(app: FastifyInstance, deps: ApiDeps): void {
  const {
    db,
    secretos,
    runtime,
    config: { limits, sqliteDirs },
  } = deps
  const objetosSchema = describeObjetosQuery(limits)
  const servidores = describeServidores({ secretos, carpetaArchivos: sqliteDirs, limits })
  const tipos = describeTipos(SERVIDORES)
  registerResource(app, deps, servidores)
  registerConsultar(app, deps, servidores)
  registerContrato(app, deps, servidores)

  const listingTipos = { access: 'servidores.leer', answers: { 200: z.array(tipoServidorSchema) } } as const
  app.get('/api/servidores/tipos', { config: listingTipos }, async () => tipos)

  const testing = { access: 'servidores.editar', answers: { 200: resultadoDePruebaSchema } } as const
  const testingUnsaved = { ...testing, body: probarSchema } as const
  app.post('/api/servidores/probar', { config: testingUnsaved }, async (request) => {
    const { id: storedId, ...input } = parseInput(probarSchema, request.body)
    const before = storedId === undefined ? undefined : await findRecord(servidores, db, { id: storedId })
    const id = before?.id ?? uuid()
    const given = parseInput(z.record(z.string(), z.unknown()), request.body)
    const sealed = sealServidor(input, { id, before, given, usuario: request.usuario }, secretos)
    const config = secretos.openConfig(definitionOf(input.tipoServidor).config, id, sealed)
    const tested = { accion: 'probar' as const, id: storedId ?? null, detalle: { nombre: input.nombre } }
    await auditUse(request.usuario.username, tested)
    return runtime.testServidor({ ...input, id, config })
  })

  app.post('/api/servidores/:id/probar', { config: testing }, async (request) => {
    const row = await findRecord(servidores, db, request.params)
    const { id, nombre } = row
    await auditUse(request.usuario.username, { accion: 'probar', id, detalle: { nombre } })
    const prueba = await runtime.testServidor(openServidor(row))
    await writePrueba(db, { id, usuario: request.usuario.username, prueba })
    return prueba
  })

  const telling = { access: 'servidores.leer', answers: { 200: servidorEstadoSchema } } as const
  app.get('/api/servidores/:id/estado', { config: telling }, async (request) => {
    const { id } = await findRecord(servidores, db, request.params)
    const [estado] = await readEstados(db, [id])
    return estado
  })

  const browsing = {
    access: 'servidores.leer',
    query: objetosSchema,
    answers: { 200: z.array(objetoDeServidorSchema) },
  } as const
  app.get('/api/servidores/:id/objetos', { config: browsing }, async (request) => {
    const { id, nombre } = await findRecord(servidores, db, request.params)
    const { tipoObjeto, q, limite } = parseInput(objetosSchema, request.query)
    await auditUse(request.usuario.username, { accion: 'explorar', id, detalle: { nombre, tipoObjeto, q } })
    return runtime.pools.browse(id, {
      limite,
      ...(tipoObjeto !== undefined && { tipoObjeto }),
      ...(q !== undefined && { q }),
    })
  })

  const describing = {
    access: 'servidores.leer',
    query: objetosSchema.pick({ tipoObjeto: true }),
    answers: { 200: detalleDeObjetoSchema },
  } as const
  app.get('/api/servidores/:id/objetos/:nombre', { config: describing }, async (request) => {
    const servidor = await findRecord(servidores, db, request.params)
    const { id } = servidor
    const { nombre } = parseInput(objetoSchema, request.params)
    const { tipoObjeto } = parseInput(objetosSchema, request.query)
    const detalleDeUso = { nombre: servidor.nombre, tipoObjeto, objeto: nombre }
    await auditUse(request.usuario.username, { accion: 'explorar', id, detalle: detalleDeUso })
    const detalle = await runtime.pools.describe(id, {
      nombre,
      ...(tipoObjeto !== undefined && { tipoObjeto }),
    })
    if (!detalle) throw new NoEncontrado({ recurso: 'el objeto', id: nombre })
    return detalle
  })

  const duplicating = {
    access: 'servidores.crear',
    body: duplicarSchema.optional(),
    answers: { 201: servidorGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  /** Its secrets too, sealed for the new one. */
  app.post('/api/servidores/:id/duplicar', { config: duplicating }, async (request, reply) => {
    const { nombre } = parseInput(duplicarSchema, request.body ?? {})
    const row = await findRecord(servidores, db, request.params)
    const body = {
      ...show(servidores, row),
      nombre: nombre ?? (await findFreeNombre(db, 'servidores', `${row.nombre} (copia)`)),
      config: secretos.openConfig(definitionOf(row.tipoServidor).config, row.id, row.config),
    }
    const detalle = { origen: row.id }
    const created = await createRecord(servidores, { db, usuario: request.usuario, body, detalle })
    return reply.code(201).header('location', `/api/servidores/${created.id}`).send(show(servidores, created))
  })

  function openServidor(row: Row<'servidores'>): ServidorActivo {
    const { id, nombre, tipoServidor, activo, permitirRedPrivada, config, pool, resiliencia } = row
    return {
      id,
      nombre,
      tipoServidor,
      activo,
      permitirRedPrivada,
      config: secretos.openConfig(definitionOf(tipoServidor).config, id, config),
      pool: poolSchema.parse(pool),
      resiliencia: resilienciaSchema.parse(resiliencia),
    }
  }

  /** Whoever tests or browses a server uses its secrets: that is kept too (security rule 21). */
  async function auditUse(
    usuario: string,
    {
      accion,
      id,
      detalle,
    }: { accion: AccionAuditada; id: string | null; detalle: Readonly<Record<string, unknown>> },
  ) {
    await db
      .transaction()
      .execute((trx) => audit(trx, { usuario, accion, recurso: 'servidores', recursoId: id, detalle }))
  }
}
