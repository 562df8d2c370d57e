import { EjecucionCancelada, LimiteSuperado, ListaEsperada, type LlamadaContext } from '@div/contract'
import type { Attempt } from './attempt.ts'
import type { Bloque, Fuente, PlanRegion } from './plan.ts'

/** One run of a region's block. */
export interface Item {
  bloque: Bloque
  elemento: unknown
  indice: number
}

/** The items of a region, handed out one at a time. */
export interface Source {
  /** How many there are; null while a cursor has not ended. */
  readonly total: number | null
  /** The next one, to be read before the one after it is asked for; a promise while a cursor fetches; undefined at the end. */
  next(): Item | undefined | Promise<Item | undefined>
  /** No more than so many that are there already, and the index of the first; absent where there is only one at a time. */
  nextMany?(most: number): { items: readonly unknown[]; first: number }
  /** Nothing more is wanted: a cursor lets go of its connection. */
  close(): void
}

/** Throws ListaEsperada or LimiteSuperado when the list is none or too long. */
export function openSource(attempt: Attempt, region: PlanRegion): Source {
  const { fuente, bloques, lote } = region
  if (fuente.clase === 'ramas') return branchSource(bloques)
  const [bloque] = bloques
  if (!bloque) return branchSource([])
  const { datosFijados } = attempt.frame.run.input
  return fuente.clase === 'lista' || (datosFijados && Object.hasOwn(datosFijados, fuente.nodo))
    ? listSource(readList(attempt, fuente, region.maxElementos), bloque, lote)
    : cursorSource(attempt, fuente, bloque, lote)
}

function branchSource(bloques: readonly Bloque[]): Source {
  let next = 0
  return {
    total: bloques.length,
    next() {
      const indice = next++
      const bloque = bloques[indice]
      return bloque && { bloque, elemento: null, indice }
    },
    close() {},
  }
}

function readList(
  attempt: Attempt,
  { read }: Exclude<Fuente, { clase: 'ramas' }>,
  maximo: number,
): readonly unknown[] {
  const lista = read(attempt.frame)
  if (!Array.isArray(lista)) throw new ListaEsperada({ nodo: attempt.nodo.nombre })
  if (lista.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
  return lista
}

function listSource(lista: readonly unknown[], bloque: Bloque, lote: number): Source {
  const total = Math.ceil(lista.length / lote)
  let next = 0
  const item: Item = { bloque, indice: 0, elemento: undefined }
  return {
    total,
    next() {
      const indice = next++
      if (indice >= total) return undefined
      const start = indice * lote
      item.indice = indice
      item.elemento = lote === 1 ? lista[start] : lista.slice(start, start + lote)
      return item
    },
    ...(lote === 1 && {
      nextMany(most: number) {
        const first = next
        const items = lista.slice(first, first + most)
        next += items.length
        return { items, first }
      },
    }),
    close() {},
  }
}

/** Holds one fetched batch of rows at a time. */
function cursorSource(
  attempt: Attempt,
  { preparada, parametros }: Extract<Fuente, { clase: 'cursor' }>,
  bloque: Bloque,
  lote: number,
): Source {
  // Only `readParametros` makes them: an object with one property a parameter.
  const values = parametros(attempt.frame) as Record<string, unknown>
  const controller = new AbortController()
  const rows = preparada.stream?.(values, contextOf(attempt, controller.signal))[Symbol.asyncIterator]()
  let buffer: readonly unknown[] = []
  let position = 0
  let indice = 0
  let ended = rows === undefined
  let fetching = false

  async function fetch(): Promise<Item | undefined> {
    let gathered = buffer.slice(position)
    while (!ended && gathered.length < lote) {
      fetching = true
      const batch = await rows?.next()
      fetching = false
      if (batch === undefined || batch.done) ended = true
      else gathered = gathered.length === 0 ? [...batch.value] : gathered.concat(batch.value)
    }
    buffer = gathered
    position = 0
    return take()
  }

  function take(): Item | undefined {
    if (position >= buffer.length) return undefined
    const end = Math.min(position + lote, buffer.length)
    const elemento = lote === 1 ? buffer[position] : buffer.slice(position, end)
    position = end
    return { bloque, elemento, indice: indice++ }
  }

  return {
    get total() {
      return ended && position >= buffer.length ? indice : null
    },
    next: () => (buffer.length - position >= lote || ended ? take() : fetch()),
    close() {
      ended = true
      buffer = []
      position = 0
      // Between two fetches it is enough not to go on; a fetch on its way is cancelled on the other side.
      if (fetching) controller.abort(new EjecucionCancelada())
      // Whoever closes does not wait until it is.
      void rows?.return?.().catch(() => {})
    },
  }
}

/** The split's attempt as its cursor sees it: the cursor ends when nothing more is wanted, which may be before the attempt does. */
function contextOf(attempt: Attempt, signal: AbortSignal): LlamadaContext {
  const { idEjecucion, claveIdempotencia, deadline, profundidad } = attempt
  return { idEjecucion, claveIdempotencia, deadline, profundidad, savepoint: false, signal }
}
