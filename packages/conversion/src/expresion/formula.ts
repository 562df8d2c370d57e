import { writeTexto } from '@div/contract'
/** A formula, and what is known of its value before it is computed. */
export interface Formula {
  formula: string
  tipo: 'texto' | 'numero' | 'logico' | 'cualquiera'
  /** Where it is known how the text is put together: what is written, and what is computed. */
  partes?: readonly (string | Formula)[]
}

/** One step into a value: the name of a field, or a position. */
export type Paso = string | number

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

export function cualquiera(formula: string): Formula {
  return { formula, tipo: 'cualquiera' }
}

/** Whether there is nothing in a value: it is null, an empty text, list or object. Blanks are something there. */
export function writeVacio(de: string): string {
  return `SI(ES_TEXTO(${de}); ${de} = ""; SI(ES_OBJETO(${de}); CONTAR(CLAVES(${de})) = 0; ES_VACIO(${de})))`
}

/** Whether some of a text is as a pattern says: ours is about all of it. */
export function writeCoincide(de: string, patron: string): string {
  return `COINCIDE(${de}; "(?s:.*)(?:" & ${patron} & ")(?s:.*)")`
}

/** What stands at a path in a value. */
export function writeRuta(de: string, ruta: readonly Paso[]): string {
  return ruta.reduce<string>((formula, paso) => {
    if (typeof paso === 'number') return `${formula}[${paso}]`
    return PLAIN.test(paso) ? `${formula}.${paso}` : `OBTENER(${formula}; ${writeTexto(paso)})`
  }, de)
}

const REFERENCIA = /^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\d+\])*)$/
const NOT_A_NODE = new Set(['elemento', 'indice', 'total', 'verdadero', 'falso', 'nulo'])

/** A formula that is only a path into what a node put out. */
export function asReferencia(formula: string): { nodo: string; ruta: string } | null {
  const [, nodo = '', ruta = ''] = REFERENCIA.exec(formula) ?? []
  if (nodo === '' || NOT_A_NODE.has(nodo.toLowerCase())) return null
  return { nodo, ruta: ruta.replace(/^\./, '') }
}

const OUTPUTS = /"(?:[^"\\]|\\.)*"|(?<![.\w])n\d+(?:\.[A-Za-z_]\w*|\[\d+\])*(?!\w|\s*:)/g

/** The same where the nodes that it reads may not have run: what they would have put out is null. */
export function opcional(formula: string): string {
  return formula.replace(OUTPUTS, (found) => (found.startsWith('"') ? found : `PRIMERO_NO_NULO(${found})`))
}
