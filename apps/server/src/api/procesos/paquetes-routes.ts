import {
  type DependenciaDePaquete,
  FaltanDependencias,
  hasPermission,
  LimiteSuperado,
  NoEncontrado,
  PermisoDenegado,
  paqueteSchema,
  procesoGuardadoSchema,
  revisionDePaqueteSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { countCasos, insertCaso, replaceCaso } from '../casos-prueba/casos-repository.ts'
import { buildPaquete } from '../paquetes/build-paquete.ts'
import { keyOfDependencia, relocateFlujo, sortKeys } from '../paquetes/paquete.ts'
import { parseInput } from '../resource/parse-input.ts'
import { changeRecord, findRecord, insertRecord, show } from '../resource/register-resource.ts'
import { findFreeNombre } from '../resource/resource-repository.ts'
import { existsDependencia, resolveDependencia, typesOfServidores } from './dependencias-repository.ts'
import { procesos, readFlujo } from './procesos.ts'
import { getVersion } from './versiones-repository.ts'

const importarSchema = z.strictObject({
  paquete: paqueteSchema,
  /** `servidores/<referencia>` of the bundle → id here; `parametros/<nombre>` cannot be assigned, since formulas say the name. */
  asignaciones: z.record(z.string(), z.string()).default({}),
  /** Says what is missing and writes nothing. */
  revisar: z.boolean().default(false),
  nombre: z.string().trim().min(1).max(200).optional(),
  /** The proceso whose draft and cases of the same names it takes the place of; what it has published stays published. */
  reemplaza: z.strictObject({ id: z.uuid(), revision: z.int() }).optional(),
})
const querySchema = z.object({ revisar: z.enum(['0', '1']).optional() })

const exportarSchema = z.object({
  /** Absent: the draft. */
  version: z.union([z.literal('publicada'), z.coerce.number().int().min(1).max(2_147_483_647)]).optional(),
})

/** One readable JSON bundle out, and in. */
export function registerPaquetes(app: FastifyInstance, { db, config: { limits } }: ApiDeps): void {
  const exporting = {
    access: 'procesos.leer',
    query: exportarSchema,
    answers: { 200: paqueteSchema },
    answerHeaders: ['Content-Disposition'],
  } as const
  app.get('/api/procesos/:id/exportar', { config: exporting }, async (request, reply) => {
    const { version } = parseInput(exportarSchema, request.query)
    const proceso = await findRecord(procesos, db, request.params)
    const { id, nombre } = proceso
    const wanted = version === 'publicada' ? publishedOf(proceso) : version
    const documento =
      wanted === undefined ? proceso : await getVersion(db, { procesoId: id, version: wanted })
    const paquete = await buildPaquete(db, proceso, documento)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(nombre)}.json`)
    return reply.type('application/json').send(`${JSON.stringify(sortKeys(paquete), null, 2)}\n`)
  })

  const importing = {
    access: 'procesos.crear',
    body: importarSchema,
    query: querySchema,
    answers: { 200: z.union([revisionDePaqueteSchema, procesoGuardadoSchema]), 201: procesoGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post('/api/procesos/importar', { config: importing }, async (request, reply) => {
    const query = parseInput(querySchema, request.query)
    const input = parseInput(importarSchema, request.body)
    const { paquete } = input
    const flujo = readFlujo(paquete.proceso.flujo)
    if (paquete.casosPrueba.length > limits.casosPrueba)
      throw new LimiteSuperado({ limite: 'casosPrueba', maximo: limits.casosPrueba })
    const { asignadas, faltan } = await locate(db, paquete.dependencias, input.asignaciones)
    const { reemplaza } = input
    const replaced = reemplaza && (await findRecord(procesos, db, reemplaza))
    const nombre =
      input.nombre ?? replaced?.nombre ?? (await findFreeNombre(db, 'procesos', paquete.proceso.nombre))
    if (input.revisar || query.revisar === '1') {
      return { nombre, faltan, asignaciones: Object.fromEntries(asignadas) }
    }
    if (faltan.length > 0) throw new FaltanDependencias({ cantidad: faltan.length }, { extra: { faltan } })
    const body = {
      ...paquete.proceso,
      nombre,
      flujo: relocateFlujo(flujo, {
        asignaciones: asignadas,
        tipos: await typesOfServidores(db, [...asignadas.values()]),
      }),
    }
    const { usuario } = request
    const casos = paquete.casosPrueba
    if (replaced === undefined) {
      const created = await db.transaction().execute(async (trx) => {
        const proceso = await insertRecord(procesos, { trx, usuario, body })
        for (const caso of casos)
          await insertCaso(trx, { procesoId: proceso.id, caso, usuario: usuario.username })
        return proceso
      })
      return reply.code(201).header('location', `/api/procesos/${created.id}`).send(show(procesos, created))
    }
    if (!hasPermission(usuario.role, 'procesos.editar'))
      throw new PermisoDenegado({ permiso: 'procesos.editar' })
    const { id, categoriaId } = replaced
    const changed = await db.transaction().execute(async (trx) => {
      const draft = { ...body, categoriaId, revision: reemplaza?.revision }
      const proceso = await changeRecord(procesos, { trx, usuario, params: { id }, body: draft })
      for (const caso of casos) await replaceCaso(trx, { procesoId: id, caso, usuario: usuario.username })
      if ((await countCasos(trx, id)) > limits.casosPrueba)
        throw new LimiteSuperado({ limite: 'casosPrueba', maximo: limits.casosPrueba })
      return proceso
    })
    return show(procesos, changed)
  })
}

/** Throws NoEncontrado. */
function publishedOf({ nombre, versionPublicada }: Row<'procesos'>): number {
  if (versionPublicada === null) throw new NoEncontrado({ recurso: 'la versión publicada de', id: nombre })
  return versionPublicada
}

/** What stands here for each thing that the bundle names: what was assigned, else what has its name. */
async function locate(
  db: Kysely<Database>,
  dependencias: readonly DependenciaDePaquete[],
  given: Readonly<Record<string, string>>,
): Promise<{ asignadas: Map<string, string>; faltan: DependenciaDePaquete[] }> {
  const asignadas = new Map<string, string>()
  const faltan: DependenciaDePaquete[] = []
  for (const dependencia of dependencias) {
    const key = keyOfDependencia(dependencia)
    const { recurso } = dependencia
    const assigned = Object.hasOwn(given, key) ? given[key] : undefined
    const clave =
      assigned !== undefined && (await existsDependencia(db, { recurso, clave: assigned }))
        ? assigned
        : await resolveDependencia(db, dependencia)
    if (clave === undefined) faltan.push(dependencia)
    else asignadas.set(key, clave)
  }
  return { asignadas, faltan }
}
