import { COMPENSAR, type Conexion, type Nodo, OTRO } from '@div/contract'

/** The normal way out, as a connection that names none leaves. */
export const NORMAL = ''
const ERROR = 'error'
/** Into the region of a split. */
export const ELEMENTO = 'elemento'

/**
 * The ways out of a node in the order in which they are drawn. Those that connections use and the node no longer has come last, so
 * that a line is never drawn from nowhere; the validator tells of them.
 */
export function handlesOf(nodo: Nodo, leaving: readonly Pick<Conexion, 'salida'>[] = []): readonly string[] {
  const own = [
    ...ownHandles(nodo),
    ...(leavesByError(nodo) ? [ERROR] : []),
    ...(isUndone(nodo) ? [COMPENSAR] : []),
  ]
  const used = leaving.map((conexion) => handleOf(nodo, conexion))
  return [...new Set([...own, ...used])]
}

function ownHandles(nodo: Nodo): readonly string[] {
  switch (nodo.tipo) {
    case 'salida':
      return []
    case 'condicion':
      return [...casosOf(nodo), OTRO]
    case 'splitter-split':
      return [splitHandle(nodo)]
    default:
      return [NORMAL]
  }
}

/** Where a connection leaves: of a split both words mean the one way out that it has. */
export function handleOf(nodo: Nodo, { salida = NORMAL }: Pick<Conexion, 'salida'>): string {
  const isOfRegion = nodo.tipo === 'splitter-split' && (salida === NORMAL || salida === ELEMENTO)
  return isOfRegion ? splitHandle(nodo) : salida
}

function splitHandle({ lista }: Nodo): string {
  return lista === undefined ? NORMAL : ELEMENTO
}

function leavesByError({ tipo, politica }: Nodo): boolean {
  return tipo !== 'salida' && politica?.enError === 'rama'
}

/** Whether a branch says how its effect is undone. */
function isUndone({ tipo, politica }: Nodo): boolean {
  return tipo === 'proceso' && politica?.compensacion === true
}

/** Names of the cases, as far as the stored config tells them. */
function casosOf({ casos }: Nodo): readonly string[] {
  if (!Array.isArray(casos)) return []
  return casos.flatMap((caso: unknown) =>
    typeof caso === 'object' && caso !== null && 'nombre' in caso && typeof caso.nombre === 'string'
      ? [caso.nombre]
      : [],
  )
}

/** Of a split's connections: all but the one by which it says that its region failed. */
export function entersRegion({ salida }: Pick<Conexion, 'salida'>): boolean {
  return salida !== ERROR
}

/** Whether the flow goes on by a way out when all is well: by the others only where somebody says so. */
export function isMainWay(handle: string): boolean {
  return handle !== ERROR && handle !== COMPENSAR
}

/** The ways out from which nothing goes on yet. */
export function openHandles(nodo: Nodo, leaving: readonly Conexion[]): readonly string[] {
  const taken = new Set(leaving.map((conexion) => handleOf(nodo, conexion)))
  return handlesOf(nodo).filter((handle) => !taken.has(handle))
}
