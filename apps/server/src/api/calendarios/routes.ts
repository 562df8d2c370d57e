import {
  type Calendario,
  calendarioGuardadoSchema,
  calendarioResumenSchema,
  calendarioSchema,
  DatosInvalidos,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { countUsos, listUsos, toRow } from './repository.ts'

const calendarios: ResourceDefinition<Row<'calendarios'>, Calendario> = {
  resource: 'calendarios',
  label: 'el calendario',
  table: 'calendarios',
  schema: calendarioSchema,
  answer: calendarioGuardadoSchema,
  summary: calendarioResumenSchema,
  async toRow(input) {
    const { festivos } = input
    const errores = festivos.flatMap(({ fecha }, index) =>
      festivos.findIndex((each) => each.fecha === fecha) === index
        ? []
        : { campo: `festivos[${index}].fecha`, mensaje: 'Esta fecha ya está más arriba.' },
    )
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson({ id, revision, creadoEn, actualizadoEn, actualizadoPor, ...calendario }) {
    return calendario
  },
  listUsos,
  countUsos,
}

export function registerCalendarios(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, calendarios)
}
