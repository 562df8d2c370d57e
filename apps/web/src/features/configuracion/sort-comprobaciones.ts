import type { Comprobacion } from '@div/contract'

type Estado = Comprobacion['estado']

const ORDER: readonly Estado[] = ['falla', 'aviso', 'ok']

/** What wants somebody first; what is alike stays as the server told it. */
export function sortComprobaciones(comprobaciones: readonly Comprobacion[]): readonly Comprobacion[] {
  return comprobaciones.toSorted((left, right) => ORDER.indexOf(left.estado) - ORDER.indexOf(right.estado))
}

const NOUNS: Readonly<Record<Estado, readonly [one: string, many: string]>> = {
  falla: ['falla', 'fallas'],
  aviso: ['aviso', 'avisos'],
  ok: ['correcta', 'correctas'],
}

/** `1 falla · 3 avisos · 12 correctas`; what there is none of is left out. */
export function summarizeComprobaciones(comprobaciones: readonly Comprobacion[]): string {
  return ORDER.flatMap((estado) => {
    const count = comprobaciones.filter((each) => each.estado === estado).length
    const [one, many] = NOUNS[estado]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  }).join(' · ')
}
