import {
  DatosInvalidos,
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
import { refuseForbidden } from '../access/find-forbidden.ts'
import { toDatosInvalidos } from '../resource/parse-input.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { holdDependencias } from './dependencias-repository.ts'
import { listUsos, readResumenes, toRow } from './repository.ts'
import { BORRADOR, replaceDependencias } from './versiones-repository.ts'

export const procesos: ResourceDefinition<Row<'procesos'>, Proceso> = {
  resource: 'procesos',
  label: 'el proceso',
  table: 'procesos',
  schema: procesoSchema,
  answer: procesoGuardadoSchema,
  summary: procesoResumenSchema,
  derived: ['versionPublicada', 'nodos', 'conCambios'],
  async toRow(input, { trx, before, usuario }) {
    refuseUnsupported(input)
    const flujo = input.flujo === undefined ? (before?.flujo ?? newFlujo()) : readFlujo(input.flujo)
    refuseForbidden(flujo, usuario.role)
    await holdDependencias(trx, listDependencias(flujo))
    return toRow(input, flujo)
  },
  toJson: ({ nombre, descripcion, categoriaId, modo, flujo, versionPublicada }) => ({
    nombre,
    descripcion,
    categoriaId,
    modo,
    flujo,
    versionPublicada,
  }),
  async toSummaries(db, rows) {
    const resumenes = await readResumenes(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, nombre, descripcion, categoriaId, modo, versionPublicada }) => ({
      nombre,
      descripcion,
      categoriaId,
      modo,
      versionPublicada,
      ...resumenes.get(id),
    }))
  },
  listUsos,
  async afterWrite({ id, flujo }, { trx }) {
    const dependencias = listDependencias(flujo)
    await replaceDependencias(trx, { procesoId: id, version: BORRADOR, dependencias })
  },
}

/** What the motor does not keep its promise of is refused here rather than stored and run as something else. */
function refuseUnsupported({ modo }: Proceso): void {
  if (modo === 'memoria') return
  const mensaje = 'Use memoria: es el modo en que el motor ejecuta los procesos.'
  throw new DatosInvalidos(undefined, { errores: [{ campo: 'modo', mensaje }] })
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
