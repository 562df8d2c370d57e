import type { Nodo, Parametro, Referencia } from '@div/contract'
import { referenciaSchema } from '@div/contract'
import type { Computed, Muestras } from '@div/nodos/muestras'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useConfiguracion } from '../../../../shared/use-configuracion.ts'
import { itemSource, listSources, readSample, type Source, sampleOutputs } from '../../datos/list-sources.ts'
import type { SourceField } from '../../datos/source-fields.ts'
import { useCatalogo } from '../../datos/use-objetos.ts'
import { type RowOffer, useSampleRows } from '../../datos/use-sample-rows.ts'
import { leadingTo } from '../../document/graph-walk.ts'
import { staleNodos } from '../../run/stale-nodos.ts'
import { useEditor, useSettled } from '../../store/use-editor.ts'
import type { Origen } from '../origen.ts'

export interface DatoChosen {
  source: Source
  field: SourceField
}

type Computing = ReturnType<typeof import('@div/nodos/muestras').computingWith>

/** What the node that is edited may refer to, with data to try it on. */
export interface NodoData {
  sources: readonly Source[]
  muestras: Muestras
  /** Rows that can be read before anything was tried. */
  rowOffers: readonly RowOffer[]
  /** What a value comes to on the data that is there; null while that is not known. */
  compute: (origen: Origen) => Computed | null
  /** What computes rules and steps; undefined until it is loaded. */
  computing: Computing | undefined
  /** The field that is being dragged from the tree. */
  dragged: DatoChosen | null
  setDragged: (dato: DatoChosen | null) => void
  /** Who takes what is chosen in the tree: the row that was used last. */
  taker: { current: Taker | null }
  /** A part of a row that was used last, within its value. */
  part: { current: { label: string; take: (dato: DatoChosen) => void } | null }
  /** What that row, or part of one, is called; null: what is chosen becomes a new one. */
  active: string | null
  setActive: (label: string | null) => void
}

export interface Taker {
  take: (dato: DatoChosen) => void
  /** All fields of an object at once; absent: it takes only one. */
  takeAll?: (source: Source, campos: readonly SourceField[]) => void
}

const NodoDataContext = createContext<NodoData | null>(null)

export function useNodoData(): NodoData {
  const data = use(NodoDataContext)
  if (data === null) throw new Error('there is no node around this')
  return data
}

/** Formulas, rules and steps are computed by what runs them; it comes when a node is first opened. */
function useComputing(): Computing | undefined {
  const { data: configuracion } = useConfiguracion()
  const { data: files } = useQuery({
    queryKey: ['lienzo', 'muestras'],
    queryFn: () => import('@div/nodos/muestras'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => files?.computingWith(configuracion?.limites), [files, configuracion])
}

export function NodoDataProvider({ nodo, children }: { nodo: Nodo; children: ReactNode }) {
  // What is typed comes first; what it comes to follows.
  const flujo = useDeferredValue(useSettled(({ history }) => history.flujo))
  const resultado = useEditor((state) => state.resultado)
  const stale = useEditor(staleNodos)
  const computing = useComputing()
  const [dragged, setDragged] = useState<DatoChosen | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const taker = useRef<Taker | null>(null)
  const part = useRef<NodoData['part']['current']>(null)
  const before = useMemo(() => {
    const ids = new Set(leadingTo(flujo, nodo.id).slice(1))
    return flujo.nodos.filter(({ id }) => ids.has(id))
  }, [flujo, nodo.id])
  const catalogo = useCatalogo(before)
  const { salidas: filas, offers } = useSampleRows(before)
  const sources = listSources(flujo, nodo.id, { resultado, catalogo, filas, stale })
  const salidas = useMemo(
    () => withComputed(sampleOutputs(flujo, { resultado, filas }), before, computing),
    [flujo, resultado, filas, before, computing],
  )
  const item = itemOf(nodo, sources, salidas, computing)
  const muestras: Muestras = { salidas, ...(item && { item: { elemento: item.elemento, indice: 0 } }) }
  const own = nodo.tipo === 'transformacion' && nodo.lista !== undefined ? [itemSource(item?.elemento)] : []
  const data: NodoData = {
    sources: [...own, ...withSamples(sources, salidas)],
    muestras,
    rowOffers: offers.filter((offer) => resultado?.pasos.every((paso) => paso.nodo !== offer.nodo) ?? true),
    compute: (origen) => computing?.computeOrigen(origen, muestras) ?? null,
    computing,
    dragged,
    setDragged,
    taker,
    part,
    active,
    setActive,
  }
  return <NodoDataContext value={data}>{children}</NodoDataContext>
}

interface ItemDataProps {
  elemento: unknown
  /** The fields that it is said to have. */
  declared?: readonly Parametro[]
  children: ReactNode
}

/** What is inside works on another item than the node does: a step on what the one before it left. */
export function ItemData({ elemento, declared, children }: ItemDataProps) {
  const data = useNodoData()
  const muestras: Muestras = { ...data.muestras, item: { elemento, indice: 0 } }
  const inside: NodoData = {
    ...data,
    sources: [itemSource(elemento, declared), ...data.sources.filter(({ isItem }) => !isItem)],
    muestras,
    // Of an item that nobody saw nothing is known.
    compute: (origen) =>
      elemento === undefined
        ? { clase: 'pendiente' }
        : (data.computing?.computeOrigen(origen, muestras) ?? null),
  }
  return <NodoDataContext value={inside}>{children}</NodoDataContext>
}

/** Beyond these a person reads what a run showed. */
const MOST_COMPUTED = 30

/** What a transformacion that has not run would put out, when what it is made of is known. */
function withComputed(
  salidas: ReadonlyMap<string, unknown>,
  before: readonly Nodo[],
  computing: Computing | undefined,
): ReadonlyMap<string, unknown> {
  const known = new Map(salidas)
  const computed = before.filter(
    ({ id, tipo, lista }) => tipo === 'transformacion' && lista === undefined && !known.has(id),
  )
  if (computing === undefined || computed.length > MOST_COMPUTED) return known
  for (const { id, parametros } of computed) {
    const entries = parametros.flatMap((parametro) => {
      const result = computing.computeOrigen(parametro, { salidas: known })
      return result.clase === 'valor' ? [[parametro.nombre, result.valor] as const] : []
    })
    if (entries.length > 0) known.set(id, Object.fromEntries(entries))
  }
  return known
}

/** Fields of nodes whose output was computed here show what it came to. */
function withSamples(sources: readonly Source[], salidas: ReadonlyMap<string, unknown>): readonly Source[] {
  return sources.map((source) =>
    source.muestra !== undefined || !salidas.has(source.nodo)
      ? source
      : {
          ...source,
          muestra: salidas.get(source.nodo),
          campos: source.campos.map((campo) => {
            const muestra = readSample(salidas, { nodo: source.nodo, ruta: campo.ruta })
            return muestra === undefined || muestra === null ? campo : { ...campo, muestra }
          }),
        },
  )
}

/** The item of the list that a node works on, after its steps, or of the region around it. */
function itemOf(
  nodo: Nodo,
  sources: readonly Source[],
  salidas: ReadonlyMap<string, unknown>,
  computing: Computing | undefined,
): { elemento: unknown } | null {
  const lista: Referencia | undefined = referenciaSchema.safeParse(nodo.lista).data
  if (nodo.tipo === 'transformacion' && lista) {
    const last = computing?.computePasos(lista, nodo.pasos, { salidas }).at(-1)
    const value = last?.clase === 'valor' ? last.valor : readSample(salidas, lista)
    return { elemento: Array.isArray(value) ? value[0] : value }
  }
  const region = sources.find(({ tipoNodo, isItem }) => tipoNodo === 'splitter-split' && !isItem)
  const output = region && salidas.get(region.nodo)
  return typeof output === 'object' && output !== null && 'elemento' in output
    ? { elemento: output.elemento }
    : null
}
