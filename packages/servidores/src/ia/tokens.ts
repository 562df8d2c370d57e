import type { Parametro } from '@div/contract'

/** Null: the service does not tell. */
export interface Tokens {
  entrada: number | null
  salida: number | null
}

/** Of what nobody was asked. */
export const SIN_TOKENS: Tokens = { entrada: 0, salida: 0 }

interface Usage {
  inputTokens: number | undefined
  outputTokens: number | undefined
}

export function tokensOf({ inputTokens, outputTokens }: Usage): Tokens {
  return { entrada: toldOf(inputTokens) ?? null, salida: toldOf(outputTokens) ?? null }
}

/** A service may report anything, and what is counted wrong opens a budget: what is no count of tokens is not told. */
export function toldOf(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined
}

export function addTokens(left: Tokens, right: Tokens): Tokens {
  return { entrada: add(left.entrada, right.entrada), salida: add(left.salida, right.salida) }
}

function add(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right
}

/** What every answer tells beside its own. */
export const MODELO_Y_TOKENS: readonly Parametro[] = [
  { nombre: 'modelo', tipo: 'texto', descripcion: 'El que contestó.' },
  {
    nombre: 'tokens',
    tipo: 'objeto',
    campos: [
      { nombre: 'entrada', tipo: 'entero' },
      { nombre: 'salida', tipo: 'entero' },
    ],
  },
]
