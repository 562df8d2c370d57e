import type { PasajeHallado } from '@div/contract'

const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 2, minimumFractionDigits: 2 })

/** Why a passage was found, in a few words each. */
export function describePorQue({
  palabras,
  todas,
  lugarPorPalabras,
  lugarPorVectores,
  parecido,
}: PasajeHallado['porQue']): string[] {
  return [
    ...(lugarPorPalabras === null
      ? []
      : [`${lugarPorPalabras}.º por palabras${todas ? '' : ', no están todas'}`]),
    ...(palabras.length === 0 ? [] : [palabras.join(', ')]),
    ...(lugarPorVectores === null ? [] : [`${lugarPorVectores}.º por vectores`]),
    ...(parecido === null ? [] : [`parecido ${NUMBER.format(parecido)}`]),
  ]
}
