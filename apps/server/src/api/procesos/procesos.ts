import {
  ESTADOS_PROCESO,
  type Flujo,
  newFlujo,
  type Proceso,
  parseFlujo,
  procesoGuardadoSchema,
  procesoResumenSchema,
  procesoSchema,
} from '@div/contract'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { noActividad, readActividad } from '../../motor/history/horas-repository.ts'
import { refuseForbidden } from '../access/find-forbidden.ts'
import { describeFilter } from '../resource/list-query.ts'
import { toDatosInvalidos } from '../resource/parse-input.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { BORRADOR, replaceDependencias } from '../usos/replace-dependencias.ts'
import { holdDependencias } from './dependencias-repository.ts'
import { countUsos, isInEstado, listUsos, readResumenes, toRow } from './repository.ts'

export const procesos: ResourceDefinition<Row<'procesos'>, Proceso> = {
  resource: 'procesos',
  label: 'el proceso',
  table: 'procesos',
  schema: procesoSchema,
  answer: procesoGuardadoSchema,
  summary: procesoResumenSchema,
  filters: {
    estado: { schema: describeFilter(ESTADOS_PROCESO), where: isInEstado },
  },
  derived: ['versionPublicada', 'nodos', 'conCambios', 'canales', 'actividad'],
  async toRow(input, { trx, before, usuario }) {
    const flujo = input.flujo === undefined ? (before?.flujo ?? newFlujo()) : readFlujo(input.flujo)
    await refuseForbidden(trx, flujo, usuario.role)
    await holdDependencias(trx, listDependencias(flujo))
    return toRow(input, flujo)
  },
  toJson: ({ nombre, descripcion, categoriaId, modo, concurrencia, flujo, versionPublicada }) => ({
    nombre,
    descripcion,
    categoriaId,
    modo,
    concurrencia,
    flujo,
    versionPublicada,
  }),
  async toSummaries(db, rows) {
    const ids = rows.map(({ id }) => id)
    const [resumenes, actividades] = await Promise.all([
      readResumenes(db, ids),
      readActividad(db, { columna: 'proceso_id', ids }),
    ])
    return rows.map(({ id, nombre, descripcion, categoriaId, modo, concurrencia, versionPublicada }) => ({
      nombre,
      descripcion,
      categoriaId,
      modo,
      concurrencia,
      versionPublicada,
      ...resumenes.get(id),
      actividad: actividades.get(id) ?? noActividad(),
    }))
  },
  listUsos,
  countUsos,
  async afterWrite({ id, flujo }, { trx }) {
    const dependencias = listDependencias(flujo)
    await replaceDependencias(trx, { procesoId: id, version: BORRADOR, dependencias })
  },
}

/** A draft may have findings, but it must be a flujo. Throws DatosInvalidos that names the place in the document. */
export function readFlujo(document: unknown): Flujo {
  try {
    return parseFlujo(document)
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    throw toDatosInvalidos(cause, 'flujo')
  }
}
