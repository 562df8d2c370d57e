import type { EvaluacionDeRag, MedidaDeRag, ModoDeBusqueda } from '@div/contract'
import { IDIOMAS } from './idiomas.ts'

const MRR = new Intl.NumberFormat('es', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

export const describeMrr = (mrr: number) => MRR.format(mrr)

interface Diferencia {
  text: string
  isBetter: boolean
}

/** `+0,125`; null: there is nothing to compare with, or nothing that would be seen. */
export function diferenciaOf(now: number, before: number | undefined): Diferencia | null {
  if (before === undefined || MRR.format(now) === MRR.format(before)) return null
  return { text: `${now > before ? '+' : '−'}${MRR.format(Math.abs(now - before))}`, isBetter: now > before }
}

export function medidaOf(
  evaluacion: EvaluacionDeRag | undefined,
  modo: ModoDeBusqueda,
): MedidaDeRag | undefined {
  return evaluacion?.medidas.find((medida) => medida.modo === modo)
}

export function recallOf(medida: MedidaDeRag | undefined, k: number): number | undefined {
  return medida?.recall.find((each) => each.k === k)?.valor
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('es')} ${number === 1 ? one : many}`

/** What was measured: `12 documentos, 340 pasajes · 1.200 caracteres por pasaje, se repiten 150 · Español`. */
export function describeMedido({ preguntas, coleccion }: EvaluacionDeRag): string {
  const { documentos, pasajes, corte, idioma, modelo } = coleccion
  return [
    count(preguntas, 'pregunta', 'preguntas'),
    `${count(documentos, 'documento', 'documentos')}, ${count(pasajes, 'pasaje', 'pasajes')}`,
    `${corte.tamano.toLocaleString('es')} caracteres por pasaje, se repiten ${corte.solape.toLocaleString('es')}`,
    IDIOMAS[idioma],
    ...(modelo === '' ? [] : [modelo]),
  ].join(' · ')
}
