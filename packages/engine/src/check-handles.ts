import { COMPENSAR, type Conexion, type Nodo, OTRO } from '@div/contract'
import { isUndone } from './check-compensaciones.ts'
import type { ParsedNodo } from './compile-context.ts'
import type { Findings } from './findings.ts'
import type { Graph, Vertex } from './graph.ts'
import type { NodoDefinition, Steps } from './node-definition.ts'

/** The handles that connections may leave by; the empty text is the normal one. */
export function handlesOf(
  { nodo, salientes }: Pick<Vertex, 'nodo' | 'salientes'>,
  parsed: ParsedNodo | undefined,
  steps: Steps,
): readonly string[] {
  const own = ownHandles(salientes, parsed, steps[nodo.tipo].definition)
  return [
    ...own,
    ...(nodo.politica?.enError === 'rama' ? ['error'] : []),
    ...(isUndone(nodo) ? [COMPENSAR] : []),
  ]
}

function ownHandles(
  salientes: readonly Conexion[],
  parsed: ParsedNodo | undefined,
  { salidas, config }: NodoDefinition,
): readonly string[] {
  if (!salidas) return ['']
  if (parsed) return salidas(config.parse(parsed.config))
  // Config that is not well formed does not tell: those that are used are taken to be there.
  return salientes.flatMap(({ salida = '' }) => (salida === 'error' ? [] : salida))
}

export function checkHandles(
  graph: Graph,
  handles: (vertex: Vertex) => readonly string[],
  findings: Findings,
): void {
  for (const vertex of graph.vertices.values()) {
    const { nodo, salientes } = vertex
    checkErrorHandle(nodo, salientes, findings)
    const known = handles(vertex)
    checkCasos(vertex, known, findings)
    for (const { id, salida = '' } of salientes) {
      if (known.includes(salida)) continue
      findings.add(nodo.id, 'conexiones', `La conexión «${id}» ${describeUnknown(salida)}.`)
    }
  }
}

function describeUnknown(salida: string): string {
  if (salida === 'error') return 'parte de la salida de error: ponga «Si falla» en «rama»'
  if (salida === COMPENSAR)
    return 'parte de la salida «compensar»: marque «Se deshace con una rama» en la política'
  return salida === '' ? 'no dice de qué caso parte' : `parte de «${salida}», que este nodo no tiene`
}

/** A failure that nobody is told of is worse than a run that ends. */
function checkErrorHandle(
  { id, tipo, politica }: Nodo,
  salientes: readonly Conexion[],
  findings: Findings,
): void {
  if (tipo === 'salida' && politica && politica.enError !== 'detener') {
    findings.add(
      id,
      'politica.enError',
      'Una salida que falla no tiene por dónde seguir: deje «Si falla» en «detener».',
    )
  } else if (politica?.enError === 'rama' && !salientes.some(({ salida }) => salida === 'error')) {
    findings.add(
      id,
      'politica.enError',
      'De su salida de error no parte ninguna conexión: si falla, el proceso sigue sin decirlo.',
      'aviso',
    )
  }
}

/** Somebody named the case: that it leads nowhere is worth a word. */
function checkCasos({ nodo, salientes }: Vertex, known: readonly string[], findings: Findings): void {
  if (nodo.tipo !== 'condicion') return
  for (const caso of known) {
    if (caso === OTRO || caso === 'error' || salientes.some(({ salida }) => salida === caso)) continue
    findings.add(
      nodo.id,
      'conexiones',
      `Del caso «${caso}» no parte ninguna conexión: cuando se cumple, el proceso no sigue por ningún lado.`,
      'aviso',
    )
  }
}
