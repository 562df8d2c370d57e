import {
  type ClipboardPayload,
  canPaste,
  type Flujo,
  mendReferences,
  type Nodo,
  orderPasted,
  type Parametro,
  parametroSchema,
} from '@div/contract'
import { formulaNames } from '../document/formula-names.ts'

/** What a node has after parameters were pasted into it, or why they may not be. */
export type PastePlan = { ok: false; reason: string } | { ok: true; parametros: Parametro[]; count: number }

interface Pasting {
  flujo: Flujo
  nodo: Nodo
  payload: ClipboardPayload | null
  /** It was copied in another proceso, where the same id is another node. */
  isOfOther: boolean
  /** Epoch milliseconds. */
  now: number
}

/** One of the same name is replaced; the others come last. */
export function planPasteParametros({ flujo, nodo, payload, isOfOther, now }: Pasting): PastePlan {
  const target = {
    tipoNodo: nodo.tipo,
    ...(typeof nodo.tipoServidor === 'string' && { tipoServidor: nodo.tipoServidor }),
  }
  const verdict = canPaste(payload, target, now)
  if (!verdict.ok) return verdict
  const there = new Set(isOfOther ? [] : flujo.nodos.map(({ id }) => id))
  const mended = mendReferences(orderPasted(wellFormed(payload?.datos ?? [])), (referencia) =>
    there.has(referencia.nodo),
  )
  const items = isOfOther ? mended.map((item) => withoutNodos(item, flujo)) : mended
  const pasted = new Map(items.map((item) => [item.nombre, item]))
  const had = new Set(nodo.parametros.map(({ nombre }) => nombre))
  return {
    ok: true,
    parametros: [
      ...nodo.parametros.map((parametro) => pasted.get(parametro.nombre) ?? parametro),
      ...items.filter(({ nombre }) => !had.has(nombre)),
    ],
    count: items.length,
  }
}

/** A formula of another proceso would read the node that only has the same id here: it is cleared as a reference is. */
function withoutNodos(item: Parametro, { nodos }: Flujo): Parametro {
  const { expresion, ...rest } = item
  const ids = new Set(nodos.map(({ id }) => id))
  if (expresion === undefined || !formulaNames(expresion).some(({ nombre }) => ids.has(nombre))) return item
  return { ...rest, valor: '' }
}

/** What another program damaged is left out; between procesos a parameter may still be unnamed. */
function wellFormed(datos: ClipboardPayload['datos']): Parametro[] {
  return datos.flatMap((item) => parametroSchema.safeParse({ nombre: '', ...item }).data ?? [])
}
