import { COMPENSAR, type Flujo, type Nodo } from '@div/contract'
import { comingAfter } from '../document/graph-walk.ts'
import type { EditorState } from '../store/editor-state.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The nodes of which a run tells nothing any more: they were changed since, or something before them was. The same set as before while it
 * holds the same ones: typing beside the canvas draws nothing anew.
 */
export function staleNodos({
  probado,
  history: { flujo },
}: Pick<EditorState, 'probado' | 'history'>): ReadonlySet<string> {
  if (probado === null || probado === flujo) return NONE
  const last = lasts.get(probado)
  if (last?.flujo === flujo) return last.stale
  const before = last?.stale ?? NONE
  const found = findStale(probado, flujo)
  const stale = found.size === before.size && found.isSubsetOf(before) ? before : found
  lasts.set(probado, { flujo, stale })
  return stale
}

/** By what was tried, the last drawing that was looked at: all who ask after one change get one answer. */
const lasts = new WeakMap<Flujo, { flujo: Flujo; stale: ReadonlySet<string> }>()

function findStale(probado: Flujo, flujo: Flujo): ReadonlySet<string> {
  const isSameDrawing = probado.nodos === flujo.nodos && probado.conexiones === flujo.conexiones
  if (isSameDrawing && probado.compensacion === flujo.compensacion) return NONE
  const before = new Map(probado.nodos.map((nodo) => [nodo.id, nodo]))
  const changed = flujo.nodos.filter((nodo) => isChanged(before.get(nodo.id), nodo)).map(({ id }) => id)
  if (probado.conexiones !== flujo.conexiones) changed.push(...endsThatDiffer(probado, flujo))
  if (probado.compensacion !== flujo.compensacion) changed.push(...startsOfUndoing(flujo))
  return new Set(changed.flatMap((id) => comingAfter(flujo, id)))
}

/** Whether they run is said for the whole drawing. */
function startsOfUndoing({ conexiones }: Flujo): readonly string[] {
  return conexiones.filter(({ salida }) => salida === COMPENSAR).map(({ destino }) => destino)
}

/** What it does, not what it is called or where it stands. */
function isChanged(before: Nodo | undefined, nodo: Nodo): boolean {
  if (before === undefined || before === nodo) return before !== nodo
  return whatItDoes(before) !== whatItDoes(nodo)
}

/** Nodes never change in place: of a thousand that were only moved, the text of each is made once, and not with every letter that is typed. */
const texts = new WeakMap<Nodo, string>()

function whatItDoes(nodo: Nodo): string {
  const known = texts.get(nodo)
  if (known !== undefined) return known
  const { posicion: _posicion, nombre: _nombre, nota: _nota, ...rest } = nodo
  const text = JSON.stringify(rest)
  texts.set(nodo, text)
  return text
}

/** Where other lines arrive than arrived then. */
function endsThatDiffer(probado: Flujo, flujo: Flujo): readonly string[] {
  const linesOf = ({ conexiones }: Flujo) =>
    new Map(conexiones.map(({ origen, destino, salida = '' }) => [`${origen}/${salida}/${destino}`, destino]))
  const [before, after] = [linesOf(probado), linesOf(flujo)]
  return [...before, ...after].flatMap(([line, destino]) =>
    before.has(line) && after.has(line) ? [] : [destino],
  )
}
