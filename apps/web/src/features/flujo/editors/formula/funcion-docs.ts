import { type TipoDato, writeResultado } from '@div/contract'
import { type FuncionDefinition, normalizeName, readersOf } from '@div/formula'
import { DEFINICIONES } from '@div/funciones'

/** What a person is told of a function while typing it. */
export interface FuncionDoc {
  nombre: string
  resumen: string
  argumentos: readonly ArgumentoDoc[]
  devuelve: TipoDato
  /** A formula, and what it gives. */
  ejemplo: readonly [string, string] | null
}

interface ArgumentoDoc {
  nombre: string
  /** `largo`, `[largo]` when it may be left out, `valores…` when any number may follow. */
  texto: string
  tipo: TipoDato
  /** It is computed for each item of a list. */
  isPorElemento: boolean
  isVariadic: boolean
}

function describeFuncion(definition: FuncionDefinition): FuncionDoc {
  const readers = readersOf(definition)
  const [ejemplo] = definition.examples
  return {
    nombre: definition.name,
    resumen: definition.summary,
    argumentos: readers.map(({ name, kind, optional, tipo }, index) => {
      const isVariadic = definition.variadic === true && index === readers.length - 1
      return {
        nombre: name,
        texto: isVariadic ? `${name}…` : optional ? `[${name}]` : name,
        tipo,
        isPorElemento: kind === 'lambda',
        isVariadic,
      }
    }),
    devuelve: definition.returns,
    ejemplo: ejemplo ? [ejemplo[0], writeResultado(ejemplo[1])] : null,
  }
}

export const FUNCION_DOCS: ReadonlyMap<string, FuncionDoc> = new Map(
  DEFINICIONES.map((definition) => [definition.name, describeFuncion(definition)]),
)

/** Names are found without case and accents, as formulas find them. */
export function findFuncion(nombre: string): FuncionDoc | undefined {
  return FUNCION_DOCS.get(normalizeName(nombre))
}

/** Which of the declared arguments stands at a place of the call; undefined: there is none so far to the right. */
export function argumentoAt({ argumentos }: FuncionDoc, index: number): number | undefined {
  if (index < argumentos.length) return index
  return argumentos.at(-1)?.isVariadic ? argumentos.length - 1 : undefined
}
