import {
  type Categoria,
  categoriaGuardadaSchema,
  categoriaResumenSchema,
  categoriaSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type OrdenDeCategorias,
  ordenDeCategoriasSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { registerResource, show } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { closesCircle, countUsos, findCategorias, listUsos, placeCategorias, toRow } from './repository.ts'

const INSIDE_ITSELF = 'Una categoría no puede estar dentro de sí misma.'
const UNKNOWN = 'No existe esta categoría.'

const categorias: ResourceDefinition<Row<'categorias'>, Categoria> = {
  resource: 'categorias',
  label: 'la categoría',
  table: 'categorias',
  schema: categoriaSchema,
  answer: categoriaGuardadaSchema,
  summary: categoriaResumenSchema,
  async toRow(input, { trx, id }) {
    if (input.padreId && (await closesCircle(trx, { ids: [id], padreId: input.padreId }))) {
      throw invalid([{ campo: 'padreId', mensaje: INSIDE_ITSELF }])
    }
    return toRow(input)
  },
  toJson: ({ nombre, descripcion, color, padreId, orden }) => ({
    nombre,
    descripcion,
    color,
    padreId,
    orden,
  }),
  listUsos,
  countUsos,
}

export function registerCategorias(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, categorias)

  /** What is dragged in the tree: one move may give all its neighbours another place. */
  const placing = {
    access: 'categorias.editar',
    body: ordenDeCategoriasSchema,
    answers: { 200: z.array(categoriaGuardadaSchema) },
  } as const
  app.put('/api/categorias/orden', { config: placing }, async ({ body, usuario: { username } }) => {
    const { padreId, ids } = parseInput(ordenDeCategoriasSchema, body)
    return deps.db.transaction().execute(async (trx) => {
      await refusePlace(trx, { padreId, ids })
      const moved = await placeCategorias(trx, { padreId, ids, usuario: username })
      for (const { id, nombre, orden } of moved) {
        await audit(trx, {
          usuario: username,
          accion: 'mover',
          recurso: 'categorias',
          recursoId: id,
          detalle: { nombre, padreId, orden },
        })
      }
      return moved.map((row) => show(categorias, row))
    })
  })
}

async function refusePlace(trx: Transaction<Database>, { padreId, ids }: OrdenDeCategorias): Promise<void> {
  const isCircle = padreId !== null && (await closesCircle(trx, { ids, padreId }))
  if (isCircle) throw invalid([{ campo: 'padreId', mensaje: INSIDE_ITSELF }])
  const places = [
    ...ids.map((id, index) => ({ id, campo: `ids[${index}]` })),
    { id: padreId, campo: 'padreId' },
  ]
  const known = await findCategorias(
    trx,
    places.flatMap(({ id }) => id ?? []),
  )
  const missing = places.filter(({ id }) => id !== null && !known.has(id))
  if (missing.length > 0) throw invalid(missing.map(({ campo }) => ({ campo, mensaje: UNKNOWN })))
}

function invalid(errores: ErrorDeCampo[]): Error {
  return new DatosInvalidos(undefined, { errores })
}
