import type { Conexion, Nodo } from '@div/contract'
import type { ParsedNodo } from './compile-context.ts'
import type { Findings } from './findings.ts'
import type { Graph } from './graph.ts'
import type { Steps } from './node-definition.ts'

/** The handles that connections may leave by; the empty text is the normal one. */
export function handlesOf(nodo: Nodo, parsed: ParsedNodo | undefined, steps: Steps): readonly string[] {
  const { definition } = steps[nodo.tipo]
  // Without well-formed config only the normal handle is known; its findings come first anyway.
  const own = parsed && definition.salidas ? definition.salidas(definition.config.parse(parsed.config)) : ['']
  return nodo.politica?.enError === 'rama' ? [...own, 'error'] : own
}

export function checkHandles(
  graph: Graph,
  handles: (nodo: Nodo) => readonly string[],
  findings: Findings,
): void {
  for (const { nodo, salientes } of graph.vertices.values()) {
    checkErrorHandle(nodo, salientes, findings)
    const known = handles(nodo)
    for (const { id, salida = '' } of salientes) {
      if (known.includes(salida)) continue
      findings.add(
        nodo.id,
        'conexiones',
        salida === 'error'
          ? `La conexión «${id}» parte de la salida de error: ponga «Si falla» en «rama».`
          : salida === ''
            ? `La conexión «${id}» no dice de qué caso parte.`
            : `La conexión «${id}» parte de «${salida}», que este nodo no tiene.`,
      )
    }
  }
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
