import { TIPOS_NODO } from '@div/contract'
import { z } from 'zod'
import type { AddWhat } from './add-nodo.ts'

const MEDIA_TYPE = 'application/x-div-nodo'
const whatSchema = z.object({
  tipo: z.enum(TIPOS_NODO),
  fields: z.record(z.string(), z.unknown()).default({}),
})

/** A node that is dragged from the palette onto the canvas. */
export function writeDragged(transfer: DataTransfer, what: AddWhat): void {
  transfer.setData(MEDIA_TYPE, JSON.stringify(what))
  transfer.effectAllowed = 'copy'
}

/** Null of what comes from elsewhere. */
export function readDragged(transfer: DataTransfer): AddWhat | null {
  const written = transfer.getData(MEDIA_TYPE)
  return written === '' ? null : (whatSchema.safeParse(JSON.parse(written)).data ?? null)
}
