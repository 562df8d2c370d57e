import { z } from 'zod'
import { type Parametro, parametroSchema, type Referencia, TIPOS_NODO, type TipoNodo } from './flujo.ts'

/** Copied parameters of a node: what tabs and procesos hand to each other. */
const CLIPBOARD_VERSION = '1.0.0'
export const CLIPBOARD_MS = 10 * 60 * 1_000

/** As an older tab or another program may have left it: one item that is damaged must not hide the others from the integrity check. */
export const clipboardSchema = z.strictObject({
  tipo: z.literal('parametros'),
  origen: z.strictObject({
    tipoNodo: z.enum(TIPOS_NODO),
    idNodo: z.string().min(1),
    tipoServidor: z.string().optional(),
    tipoObjeto: z.string().optional(),
  }),
  datos: z.array(z.union([parametroSchema, z.record(z.string(), z.unknown())])),
  /** Epoch milliseconds. */
  timestamp: z.number(),
  version: z.literal(CLIPBOARD_VERSION),
})
export type ClipboardPayload = z.infer<typeof clipboardSchema>
type ClipboardItem = ClipboardPayload['datos'][number]

/** Who is to receive what was copied. */
export interface PasteTarget {
  tipoNodo: TipoNodo
  tipoServidor?: string | undefined
}

export type PasteVerdict = { ok: true } | { ok: false; reason: string }

/** From → the node types that may receive its parameters. A pair that is not here is refused. */
const PASTE_TARGETS: Partial<Record<TipoNodo, readonly TipoNodo[]>> = {
  entrada: ['proceso', 'salida', 'splitter-join'],
  proceso: ['salida', 'proceso', 'splitter-join'],
  transformacion: ['salida', 'proceso'],
  'splitter-split': ['proceso', 'salida'],
}

const refuse = (reason: string): PasteVerdict => ({ ok: false, reason })

/** Whether a node of this type may be copied from at all; the sentence otherwise. */
export function canCopy(tipoNodo: TipoNodo): PasteVerdict {
  if (tipoNodo === 'salida') return refuse('Los nodos de salida no pueden copiar datos')
  if (tipoNodo === 'condicion') return refuse('Los nodos de condición no soportan copy/paste')
  return { ok: true }
}

/** Whether what is on the clipboard may be pasted into a node now; null: nothing was copied. `now` is epoch milliseconds. */
export function canPaste(payload: ClipboardPayload | null, target: PasteTarget, now: number): PasteVerdict {
  if (payload === null) return refuse('No hay datos en el clipboard')
  if (now - payload.timestamp > CLIPBOARD_MS) {
    return refuse('Los datos del clipboard han expirado (>10 minutos)')
  }
  const { origen, datos } = payload
  const pair = checkPair(origen.tipoNodo, target.tipoNodo)
  if (!pair.ok) return pair
  const isBetweenProcesos = origen.tipoNodo === 'proceso' && target.tipoNodo === 'proceso'
  if (isBetweenProcesos && origen.tipoServidor !== target.tipoServidor) {
    const [from, to] = [origen.tipoServidor, target.tipoServidor].map((tipo) => tipo ?? 'sin servidor')
    return refuse(`No se puede pegar: tipos de servidor incompatibles (${from} → ${to})`)
  }
  // Between procesos a parameter may still be unnamed.
  if (isBetweenProcesos || datos.every(integrityOf(origen.tipoNodo, target.tipoNodo))) return { ok: true }
  return refuse('Los datos no pasan la validación de integridad')
}

function checkPair(origen: TipoNodo, destino: TipoNodo): PasteVerdict {
  if (destino === 'entrada') return refuse('Los nodos de entrada no pueden recibir paste')
  const source = canCopy(origen)
  if (!source.ok) return source
  if (destino === 'condicion') return refuse('Los nodos de condición no soportan copy/paste')
  return PASTE_TARGETS[origen]?.includes(destino)
    ? { ok: true }
    : refuse('Operación no permitida entre estos tipos de nodos')
}

/** What each item must have for this pair. */
function integrityOf(origen: TipoNodo, destino: TipoNodo): (item: ClipboardItem) => boolean {
  return origen === 'entrada' && destino === 'proceso'
    ? (item) => hasNombre(item) && (isThere(item.valor) || isThere(item.valorAsignado))
    : hasNombre
}

function hasNombre({ nombre }: ClipboardItem): boolean {
  return typeof nombre === 'string' && nombre !== ''
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Keeps the copied order when every item has one; otherwise numbers the items as they come. */
export function orderPasted(items: readonly Parametro[]): Parametro[] {
  return items.every(hasOrden)
    ? items.toSorted((left, right) => left.orden - right.orden)
    : items.map((item, index) => ({ ...item, orden: index + 1 }))
}

function hasOrden(item: Parametro): item is Parametro & { orden: number } {
  return item.orden !== undefined
}

/** A reference to what is not there where it is pasted is cleared, and its value is an empty text. */
export function mendReferences(
  items: readonly Parametro[],
  isKnown: (referencia: Referencia) => boolean,
): Parametro[] {
  return items.map((item) => {
    const { valorAsignado, ...rest } = item
    if (valorAsignado === undefined || isKnown(valorAsignado)) return item
    return { ...rest, valor: '' }
  })
}

interface CopySource {
  id: string
  tipo: TipoNodo
  tipoServidor?: string | undefined
  tipoObjeto?: string | undefined
  parametros: readonly Parametro[]
}

/**
 * What is copied of a node. What an entrada declares has no value of its own: it is copied as a reference to what the call will bring.
 * `now` is epoch milliseconds.
 */
export function copyParametros(nodo: CopySource, now: number): ClipboardPayload {
  const { id, tipo, tipoServidor, tipoObjeto, parametros } = nodo
  return {
    tipo: 'parametros',
    origen: {
      tipoNodo: tipo,
      idNodo: id,
      ...(tipoServidor !== undefined && { tipoServidor }),
      ...(tipoObjeto !== undefined && { tipoObjeto }),
    },
    datos: tipo === 'entrada' ? parametros.map((each) => referTo(id, each)) : [...parametros],
    timestamp: now,
    version: CLIPBOARD_VERSION,
  }
}

/** What only a declaration has (limits, where it comes from) stays with it. */
function referTo(nodo: string, { nombre, tipo, orden, descripcion, ejemplo }: Parametro): Parametro {
  return {
    nombre,
    valorAsignado: { nodo, ruta: nombre },
    ...(tipo !== undefined && { tipo }),
    ...(orden !== undefined && { orden }),
    ...(descripcion !== undefined && { descripcion }),
    ...(ejemplo !== undefined && { ejemplo }),
  }
}
