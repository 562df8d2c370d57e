import type { Asignacion, AsignacionGuardada, Canal, ErrorDeCampo, ProcesoAsignable } from '@div/contract'
import { checkAsignaciones, suggestOperacion } from '@div/contract'
import { slugOf } from '../../shared/canales/slug.ts'

/** One assignment as it is edited. */
export interface AsignacionRow extends AsignacionGuardada {
  /** Its own while the page is open: rows move and go. */
  key: string
}

export function toRows(asignaciones: readonly AsignacionGuardada[]): AsignacionRow[] {
  return asignaciones.map((asignacion, index) => ({ ...asignacion, key: String(index) }))
}

/** What is sent of the rows. */
export function toAsignaciones(rows: readonly AsignacionRow[]): Asignacion[] {
  return rows.map(({ procesoId, version, metodo, ruta, operacion, etag }) => ({
    procesoId,
    version,
    etag,
    ...(metodo !== null && { metodo }),
    ...(ruta !== null && { ruta }),
    ...(operacion !== null && { operacion }),
  }))
}

interface Assignable {
  id: string
  nombre: string
  versionPublicada: number | null
}

/** A row for a process that is assigned now: at a path of its name that no other row of its method has. */
export function newRow(
  { id, nombre, versionPublicada }: Assignable,
  { tipo, rows, key }: { tipo: Canal['tipo']; rows: readonly AsignacionRow[]; key: string },
): AsignacionRow {
  const common = {
    key,
    procesoId: id,
    proceso: nombre,
    versionPublicada,
    version: 'publicada' as const,
    etag: false,
  }
  if (tipo === 'SOAP') {
    const taken = rows.flatMap(({ operacion }) => operacion ?? [])
    return { ...common, metodo: null, ruta: null, operacion: suggestOperacion(nombre, taken) }
  }
  const taken = new Set(rows.filter(({ metodo }) => metodo === 'GET').map(({ ruta }) => ruta))
  const base = `/${slugOf(nombre)}`
  let ruta = base
  for (let number = 2; taken.has(ruta); number++) ruta = `${base}-${number}`
  return { ...common, metodo: 'GET', ruta, operacion: null }
}

/** What is wrong with the rows, by the rule of the API itself; each at its place in the list. */
export function findProblems(rows: readonly AsignacionRow[], tipo: Canal['tipo']): ErrorDeCampo[] {
  const procesos = new Map<string, ProcesoAsignable>(
    rows.map(({ procesoId, proceso, versionPublicada }) => [
      procesoId,
      // Versions are chosen from those that there are.
      { id: procesoId, nombre: proceso, versionPublicada, versiones: versionsOf(rows, procesoId) },
    ]),
  )
  return [
    ...rows.flatMap(({ ruta }, index) =>
      tipo === 'SOAP' || (ruta !== null && /^\/[^\s?#]*$/.test(ruta))
        ? []
        : [{ campo: `[${index}].ruta`, mensaje: 'Empiece por / y no use espacios, ? ni #.' }],
    ),
    ...checkAsignaciones(toAsignaciones(rows), procesos, tipo),
  ]
}

function versionsOf(rows: readonly AsignacionRow[], procesoId: string): number[] {
  return rows.flatMap((row) =>
    row.procesoId === procesoId && row.version !== 'publicada' ? [row.version] : [],
  )
}

/** Of one row, the first problem of each field. */
export function problemsOf(errors: readonly ErrorDeCampo[], index: number): Readonly<Record<string, string>> {
  const root = `[${index}].`
  const own = errors.filter(({ campo }) => campo.startsWith(root)).reverse()
  return Object.fromEntries(own.map(({ campo, mensaje }) => [campo.slice(root.length), mensaje]))
}

/** In one line: what is called, and what answers. */
export function describeAsignacion({
  metodo,
  ruta,
  operacion,
  proceso,
  version,
}: AsignacionGuardada): string {
  const place = operacion ?? `${metodo} ${ruta}`
  return `${place} → ${proceso} (${version === 'publicada' ? 'publicada' : `v${version}`})`
}

/** Whether it holds what is looked for. */
export function matches({ proceso, metodo, ruta, operacion }: AsignacionRow, q: string): boolean {
  return [proceso, metodo, ruta, operacion].join(' ').toLowerCase().includes(q.trim().toLowerCase())
}
