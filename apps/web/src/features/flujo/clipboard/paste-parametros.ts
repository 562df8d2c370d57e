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
  const items = mendReferences(orderPasted(wellFormed(payload?.datos ?? [])), (referencia) =>
    there.has(referencia.nodo),
  )
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

/** What another program damaged is left out; between procesos a parameter may still be unnamed. */
function wellFormed(datos: ClipboardPayload['datos']): Parametro[] {
  return datos.flatMap((item) => parametroSchema.safeParse({ nombre: '', ...item }).data ?? [])
}
