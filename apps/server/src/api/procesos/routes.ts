import {
  canalDeProcesoSchema,
  DatosInvalidos,
  FlujoInvalido,
  notaDeVersionSchema,
  type Publicacion,
  procesoGuardadoSchema,
  publicacionSchema,
  RevisionObsoleta,
  resultadoDeEjecucionSchema,
  validacionDeProcesoSchema,
  versionResumenSchema,
  versionSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import { nameTema } from '../../motor/en-vivo/en-vivo.ts'
import { refuseForbidden } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { insertCaso, listCasos, toCaso } from '../casos-prueba/casos-repository.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import {
  findRecord,
  insertRecord,
  registerResource,
  show,
  updateRecord,
} from '../resource/register-resource.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { findFreeNombre } from '../resource/resource-repository.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { registerAsistenteDeFlujo } from './asistente-routes.ts'
import { registerCasosPrueba } from './casos-routes.ts'
import { registerConversion } from './conversion-routes.ts'
import { holdDependencias } from './dependencias-repository.ts'
import { keepingPuntos } from './keeping-puntos.ts'
import { registerPaquetes } from './paquetes-routes.ts'
import { registerPresencia } from './presencia-routes.ts'
import { procesos } from './procesos.ts'
import { publishProceso } from './publish-proceso.ts'
import { registerPuntos } from './puntos-routes.ts'
import { listCanales } from './repository.ts'
import { createDraftValidator } from './validate-draft.ts'
import { findSamePublished, getVersion, listVersiones } from './versiones-repository.ts'

const publicarSchema = notaDeVersionSchema.extend({
  /** Of the draft that was looked at: no other one is published then. */
  revision: z.int().optional(),
})
const ejecutarSchema = z.strictObject({
  entrada: z.record(z.string(), z.unknown()).default({}),
  version: z.int().min(1).optional(),
  nodo: z.string().min(1).optional(),
  datosFijados: z.record(z.string(), z.unknown()).optional(),
  /** Chosen by whoever starts it, to watch it while it goes on. */
  seguimiento: z.uuid().optional(),
})
const versionParamsSchema = z.object({ n: z.coerce.number().int().min(1).max(2_147_483_647) })
const restaurarSchema = z.strictObject({ revision: z.int().optional() })
const duplicarSchema = z.strictObject({ nombre: z.string().trim().min(1).max(200).optional() })

export function registerProcesos(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime } = deps
  const kept = keepingPuntos(procesos, { limits: deps.config.limits })
  const replaced = keepingPuntos(procesos, { limits: deps.config.limits, isReplaced: true })
  registerResource(app, deps, kept)
  registerPaquetes(app, deps)
  registerConversion(app, deps)
  registerPuntos(app, deps)
  registerPresencia(app, deps)
  registerCasosPrueba(app, deps)
  registerAsistenteDeFlujo(app, deps)

  const validate = createDraftValidator(runtime)
  const validating = { access: 'procesos.leer', answers: { 200: validacionDeProcesoSchema } } as const
  app.post('/api/procesos/:id/validar', { config: validating }, async (request) =>
    validate(db, await findRecord(procesos, db, request.params), request.usuario.role),
  )

  const publishing = {
    access: 'procesos.editar',
    body: publicarSchema.optional(),
    answers: { 200: publicacionSchema },
  } as const
  app.post('/api/procesos/:id/publicar', { config: publishing }, async (request) => {
    const { usuario, params, body: enviado } = request
    const { nota, revision } = parseInput(publicarSchema, enviado ?? {})
    return db.transaction().execute(async (trx) => {
      const proceso = await findRecord(procesos, trx, params, 'change')
      if (revision !== undefined && revision !== proceso.revision)
        throw new RevisionObsoleta(undefined, { extra: { actual: show(procesos, proceso), enviado } })
      return publish(trx, { proceso, nota, usuario })
    })
  })

  /** An earlier version becomes the published one again, as a new version: the addresses stay, and so does the draft. */
  const goingBack = { ...publishing, body: notaDeVersionSchema.optional() } as const
  app.post('/api/procesos/:id/versiones/:n/publicar', { config: goingBack }, async (request) => {
    const { nota } = parseInput(notaDeVersionSchema, request.body ?? {})
    const { usuario, params } = request
    return db.transaction().execute(async (trx) => {
      const proceso = await findRecord(procesos, trx, params, 'change')
      const { version, flujo, modo } = await readVersion(proceso.id, params)
      const vuelta = `Vuelve a la versión ${version}`
      return publish(trx, {
        proceso: { ...proceso, flujo, modo },
        nota: nota === '' ? `${vuelta}.` : `${vuelta}. ${nota}`,
        usuario,
      })
    })
  })

  /** What is published already is not published again: its number is answered. */
  async function publish(
    trx: Transaction<Database>,
    { proceso, nota, usuario }: { proceso: Row<'procesos'>; nota: string; usuario: Actor },
  ): Promise<Publicacion> {
    // Before it is looked at: what is there then is there when the version is.
    await holdDependencias(trx, listDependencias(proceso.flujo))
    const { valido, hallazgos } = await validate(trx, proceso, usuario.role)
    if (!valido) {
      const cantidad = hallazgos.filter(({ gravedad }) => gravedad === 'error').length
      throw new FlujoInvalido({ cantidad }, { extra: { hallazgos } })
    }
    const published = await findSamePublished(trx, proceso)
    if (published !== undefined) return { version: published, sinCambios: true, reemplaza: null, hallazgos }
    const version = await publishProceso(trx, { proceso, nota, usuario: usuario.username })
    return { version, sinCambios: false, reemplaza: proceso.versionPublicada, hallazgos }
  }

  // Running a draft needs the right to edit it (security rule 12); a published version is run by the same people.
  const running = {
    access: 'procesos.editar',
    body: ejecutarSchema.optional(),
    answers: { 200: resultadoDeEjecucionSchema },
  } as const
  app.post('/api/procesos/:id/ejecutar', { config: running }, async (request, reply) => {
    const { entrada, version, nodo, datosFijados, seguimiento } = parseInput(
      ejecutarSchema,
      request.body ?? {},
    )
    const proceso = await findRecord(procesos, db, request.params)
    const { id, nombre } = proceso
    const { flujo, modo } = version === undefined ? proceso : await readVersion(id, { n: version })
    if (nodo !== undefined && !flujo.nodos.some((each) => each.id === nodo)) {
      throw new DatosInvalidos(undefined, {
        errores: [{ campo: 'nodo', mensaje: `El flujo no tiene el nodo «${nodo}».` }],
      })
    }
    const { id: usuarioId, role, username } = request.usuario
    await refuseForbidden(db, flujo, role)
    // A run uses the secrets of every servidor that the flujo names (security rule 21).
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: username,
        accion: 'ejecutar',
        recurso: 'procesos',
        recursoId: id,
        detalle: { nombre, version: version ?? 'borrador', ...(nodo !== undefined && { nodo }) },
      }),
    )
    // Whoever no longer waits for the answer no longer wants the run.
    const draft = {
      proceso: { id, flujo, modo, version },
      entrada,
      consumidor: { usuarioId },
      ...(seguimiento !== undefined && { tema: nameTema({ tipo: 'prueba', seguimiento }, usuarioId) }),
      signal: leavesWith(reply),
    }
    // A part of it, or what is given in place of a node, is tried and not promised.
    const isWhole = nodo === undefined && datosFijados === undefined
    return modo === 'durable' && isWhole
      ? runtime.runDurableDraft(draft)
      : runtime.runDraft({ ...draft, nodo, datosFijados, usuarioId })
  })

  const listingVersiones = {
    access: 'procesos.leer',
    answers: { 200: z.array(versionResumenSchema) },
  } as const
  app.get('/api/procesos/:id/versiones', { config: listingVersiones }, async (request) => {
    const { id } = await findRecord(procesos, db, request.params)
    return listVersiones(db, id)
  })

  const readingVersion = { access: 'procesos.leer', answers: { 200: versionSchema } } as const
  app.get('/api/procesos/:id/versiones/:n', { config: readingVersion }, async (request) => {
    const { id } = await findRecord(procesos, db, request.params)
    return readVersion(id, request.params)
  })

  /** A new draft from an old version; the versions stay as they are. */
  const restoring = {
    access: 'procesos.editar',
    body: restaurarSchema.optional(),
    answers: { 200: procesoGuardadoSchema },
  } as const
  app.post('/api/procesos/:id/versiones/:n/restaurar', { config: restoring }, async (request) => {
    const proceso = await findRecord(procesos, db, request.params)
    const { revision = proceso.revision } = parseInput(restaurarSchema, request.body ?? {})
    const { flujo, modo } = await readVersion(proceso.id, request.params)
    const body = { ...show(procesos, proceso), flujo, modo, revision }
    const { usuario, params } = request
    return show(procesos, await updateRecord(replaced, { db, usuario, params, body }))
  })

  const duplicating = {
    access: 'procesos.crear',
    body: duplicarSchema.optional(),
    answers: { 201: procesoGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post('/api/procesos/:id/duplicar', { config: duplicating }, async (request, reply) => {
    const { nombre } = parseInput(duplicarSchema, request.body ?? {})
    const proceso = await findRecord(procesos, db, request.params)
    const body = {
      ...show(procesos, proceso),
      nombre: nombre ?? (await findFreeNombre(db, 'procesos', `${proceso.nombre} (copia)`)),
    }
    const { usuario } = request
    const created = await db.transaction().execute(async (trx) => {
      const copy = await insertRecord(procesos, { trx, usuario, body })
      for (const caso of await listCasos(trx, proceso.id))
        await insertCaso(trx, { procesoId: copy.id, caso: toCaso(caso), usuario: usuario.username })
      return copy
    })
    return reply.code(201).header('location', `/api/procesos/${created.id}`).send(show(procesos, created))
  })

  const listingCanales = { access: 'canales.leer', answers: { 200: z.array(canalDeProcesoSchema) } } as const
  app.get('/api/procesos/:id/canales', { config: listingCanales }, async (request) => {
    const { id } = await findRecord(procesos, db, request.params)
    return listCanales(db, id)
  })

  async function readVersion(procesoId: string, params: unknown) {
    const { n } = parseInput(versionParamsSchema, params)
    return getVersion(db, { procesoId, version: n })
  }
}
