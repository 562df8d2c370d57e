import {
  type Coleccion,
  coleccionGuardadaSchema,
  coleccionImportadaSchema,
  coleccionParaImportarSchema,
  coleccionResumenSchema,
  coleccionSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { insertRecord, registerResource, show } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { addEntorno } from './add-entorno.ts'
import { showEntorno } from './entornos-repository.ts'

const colecciones: ResourceDefinition<Row<'colecciones'>, Coleccion> = {
  resource: 'colecciones',
  label: 'la colección',
  table: 'colecciones',
  schema: coleccionSchema,
  answer: coleccionGuardadaSchema,
  summary: coleccionResumenSchema,
  toRow: async ({ peticiones, ...coleccion }) => ({ ...coleccion, peticiones: JSON.stringify(peticiones) }),
  toJson: ({ descripcion, peticiones }) => ({ descripcion, peticiones }),
  toSummaries: async (_, rows) =>
    rows.map(({ descripcion, peticiones }) => ({ descripcion, total: peticiones.length })),
  // Nothing else names one.
  listUsos: async () => [],
}

export function registerColecciones(app: FastifyInstance, deps: ApiDeps): void {
  const { db, secretos, config } = deps
  const { limits } = config
  registerResource(app, deps, colecciones)

  // With the values that it names: all of it is stored, or nothing.
  const importing = {
    access: 'colecciones.crear',
    body: coleccionParaImportarSchema,
    answers: { 201: coleccionImportadaSchema },
  } as const
  app.post(
    '/api/colecciones/importar',
    { bodyLimit: limits.cuerpoBytes, config: importing },
    async ({ usuario, body }, reply) => {
      const { coleccion, variables } = parseInput(coleccionParaImportarSchema, body)
      const imported = await db.transaction().execute(async (trx) => {
        const entorno =
          variables.length === 0
            ? null
            : await addEntorno(
                trx,
                { nombre: coleccion.nombre, variables },
                { usuario, secretos, limits, renames: true },
              )
        const row = await insertRecord(colecciones, { trx, usuario, body: coleccion })
        return { coleccion: show(colecciones, row), entorno: entorno && showEntorno(entorno) }
      })
      return reply.code(201).send(imported)
    },
  )
}
