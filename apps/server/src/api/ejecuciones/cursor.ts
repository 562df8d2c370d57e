import { DatosInvalidos } from '@div/contract'
import { z } from 'zod'

/** The last row of a page: the next one begins after it. Opaque to clients. */
export interface Cursor {
  inicio: Date
  id: string
}

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()])

export function formatCursor({ inicio, id }: Cursor): string {
  return Buffer.from(JSON.stringify([inicio.toISOString(), id])).toString('base64url')
}

/** Throws DatosInvalidos at `despuesDe`. */
export function parseCursor(text: string): Cursor {
  const parsed = cursorSchema.safeParse(tryJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) {
    throw new DatosInvalidos(undefined, {
      errores: [
        { campo: 'despuesDe', mensaje: 'Use el valor de la cabecera X-Siguiente de la página anterior.' },
      ],
    })
  }
  const [inicio, id] = parsed.data
  return { inicio: new Date(inicio), id }
}

/** Newest first; of those that began in the same millisecond, as the history has them. */
export function compareNewest(left: Cursor, right: Cursor): number {
  const between = right.inicio.getTime() - left.inicio.getTime()
  if (between !== 0) return between
  return left.id === right.id ? 0 : left.id > right.id ? -1 : 1
}

/** What stands in several pages once, as the last of them has it; as many as one page holds. */
export function mergeNewest<Run extends Cursor>(pages: readonly (readonly Run[])[], limite: number): Run[] {
  const byId = new Map(pages.flat().map((run) => [run.id, run]))
  return [...byId.values()].toSorted(compareNewest).slice(0, limite)
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours; the schema refuses undefined.
    return undefined
  }
}
