import {
  DatosInvalidos,
  Duplicado,
  type FuenteDeRag,
  type FuenteDeRagGuardada,
  fuenteDeRagGuardadaSchema,
  fuenteDeRagSchema,
  hasPermission,
  lookUp,
  NoEncontrado,
  PermisoDenegado,
  RevisionObsoleta,
} from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  findFuente,
  insertFuente,
  isNombreTaken,
  listFuentes,
  readFuenteAgain,
  removeFuente,
  updateFuente,
} from '../../ai/rag/fuentes/fuentes-repository.ts'
import { checkCuando } from '../../ai/rag/fuentes/next-lectura.ts'
import type { Fuentes } from '../../ai/rag/fuentes/start-fuentes.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { refuseRedPrivada } from '../resource/refuse-red-privada.ts'
import { findVisible } from '../resource/register-resource.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { colecciones } from './coleccion.ts'
import { holdServidor } from './repository.ts'

const PATH = '/api/rag/:id/fuentes'
const ONE = `${PATH}/:fuenteId`

const placeSchema = z.object({ fuenteId: z.string() })
const idSchema = z.uuid()
const changingSchema = fuenteDeRagSchema.extend({ revision: z.int() })

type Coleccion = Row<'ragColecciones'>

/** Where documents of a collection come from that nobody uploads: pages of the web, rows of a database. */
export function registerFuentes(
  app: FastifyInstance,
  { db }: Pick<ApiDeps, 'db'>,
  fuentes: Pick<Fuentes, 'wake'>,
): void {
  const listing = { access: 'rag.leer', answers: { 200: z.array(fuenteDeRagGuardadaSchema) } } as const
  app.get(PATH, { config: listing }, async (request) => {
    const { id } = await findVisible(colecciones, db, request)
    return readAs(request.usuario, await listFuentes(db, id))
  })

  const reading = { access: 'rag.leer', answers: { 200: fuenteDeRagGuardadaSchema } } as const
  app.get(ONE, { config: reading }, async (request) => {
    const [shown] = readAs(request.usuario, [(await find(request)).fuente])
    return shown
  })

  const creating = {
    access: 'rag.editar',
    body: fuenteDeRagSchema,
    answers: { 201: fuenteDeRagGuardadaSchema },
  } as const
  app.post(PATH, { config: creating }, async (request, reply) => {
    const coleccion = await findVisible(colecciones, db, request)
    const fuente = parseInput(fuenteDeRagSchema, request.body)
    const stored = await db.transaction().execute(async (trx) => {
      await check(trx, { coleccion, fuente, usuario: request.usuario, before: undefined })
      const { username: usuario } = request.usuario
      const inserted = await insertFuente(trx, { coleccionId: coleccion.id, fuente, usuario })
      await auditFuente(trx, request, { accion: 'guardarFuente', coleccion, fuente: inserted })
      return inserted
    })
    fuentes.wake()
    return reply.code(201).send(stored)
  })

  const changing = {
    access: 'rag.editar',
    body: changingSchema,
    answers: { 200: fuenteDeRagGuardadaSchema },
  } as const
  app.put(ONE, { config: changing }, async (request) => {
    const { coleccion, fuente: before } = await find(request)
    const { revision, ...fuente } = parseInput(changingSchema, request.body)
    const stored = await db.transaction().execute(async (trx) => {
      await check(trx, { coleccion, fuente, usuario: request.usuario, before })
      const updated = await updateFuente(trx, { id: before.id, revision, fuente })
      if (!updated)
        throw new RevisionObsoleta(undefined, { extra: { actual: before, enviado: request.body } })
      await auditFuente(trx, request, { accion: 'guardarFuente', coleccion, fuente: updated })
      return updated
    })
    fuentes.wake()
    return stored
  })

  const removing = { access: 'rag.editar', answers: { 204: null } } as const
  app.delete(ONE, { config: removing }, async (request, reply) => {
    const { coleccion, fuente } = await find(request)
    await db.transaction().execute(async (trx) => {
      await removeFuente(trx, { coleccionId: coleccion.id, id: fuente.id })
      await auditFuente(trx, request, { accion: 'quitarFuente', coleccion, fuente })
    })
    return reply.code(204).send()
  })

  const again = { access: 'rag.editar', answers: { 200: fuenteDeRagGuardadaSchema } } as const
  app.post(`${ONE}/leer`, { config: again }, async (request) => {
    const { coleccion, fuente } = await find(request)
    await db.transaction().execute(async (trx) => {
      await readFuenteAgain(trx, fuente.id)
      await auditFuente(trx, request, { accion: 'leerFuente', coleccion, fuente })
    })
    fuentes.wake()
    return (await find(request)).fuente
  })

  /** Throws NoEncontrado also for a source of another collection. */
  async function find(
    request: FastifyRequest,
  ): Promise<{ coleccion: Coleccion; fuente: FuenteDeRagGuardada }> {
    const coleccion = await findVisible(colecciones, db, request)
    const { fuenteId: id } = parseInput(placeSchema, request.params)
    const fuente = idSchema.safeParse(id).success
      ? await findFuente(db, { coleccionId: coleccion.id, id })
      : undefined
    if (!fuente) throw new NoEncontrado({ recurso: 'la fuente', id })
    return { coleccion, fuente }
  }
}

/** Who may not change a source sees where it reads, not the statement that it asks. */
function readAs({ role }: Actor, fuentes: readonly FuenteDeRagGuardada[]): FuenteDeRagGuardada[] {
  if (hasPermission(role, 'rag.editar')) return [...fuentes]
  return fuentes.map((fuente) =>
    fuente.origen.tipo === 'consulta' ? { ...fuente, origen: { ...fuente.origen, sql: '…' } } : fuente,
  )
}

interface Checked {
  coleccion: Coleccion
  fuente: FuenteDeRag
  usuario: Actor
  before: FuenteDeRagGuardada | undefined
}

/** What a body names is decided for whoever sends it (security rule 7). */
async function check(
  trx: Transaction<Database>,
  { coleccion, fuente, usuario, before }: Checked,
): Promise<void> {
  const { nombre, origen } = fuente
  const errores = checkCuando(fuente, new Date())
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  const taken = { coleccionId: coleccion.id, nombre, ...(before && { except: before.id }) }
  if (await isNombreTaken(trx, taken)) {
    const errores = [{ campo: 'nombre', mensaje: 'Ya existe otra igual.' }]
    throw new Duplicado({ campo: 'nombre', valor: nombre }, { errores })
  }
  if (origen.tipo === 'web') {
    const web = before?.origen.tipo === 'web' ? before.origen : null
    refuseRedPrivada(usuario.role, {
      campo: 'origen.permitirRedPrivada',
      before: web?.permitirRedPrivada ?? false,
      after: origen.permitirRedPrivada,
      moved: JSON.stringify(web?.direcciones) !== JSON.stringify(origen.direcciones),
    })
    return
  }
  // Whoever asks a database in a proceso may ask it here.
  for (const permiso of ['servidores.leer', 'procesos.editar'] as const)
    if (!hasPermission(usuario.role, permiso)) throw new PermisoDenegado({ permiso })
  const tipo = await holdServidor(trx, origen.servidorId)
  const objetos = tipo === undefined ? undefined : lookUp(SERVIDORES, tipo)?.objetos
  if (objetos && 'consulta' in objetos) return
  const mensaje =
    tipo === undefined ? 'No existe este servidor.' : 'A este servidor no se le consulta con SQL.'
  throw new DatosInvalidos(undefined, { errores: [{ campo: 'origen.servidorId', mensaje }] })
}

interface Cambio {
  accion: 'guardarFuente' | 'quitarFuente' | 'leerFuente'
  coleccion: Coleccion
  fuente: FuenteDeRagGuardada
}

function auditFuente(
  trx: Transaction<Database>,
  { usuario: { username: usuario } }: FastifyRequest,
  { accion, coleccion: { id: recursoId, nombre }, fuente }: Cambio,
): Promise<void> {
  return audit(trx, {
    usuario,
    accion,
    recurso: 'rag',
    recursoId,
    detalle: { nombre, fuente: fuente.nombre },
  })
}
