import {
  type Coleccion,
  coleccionGuardadaSchema,
  coleccionResumenSchema,
  coleccionSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'

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
  registerResource(app, deps, colecciones)
}
