import type { PiezaDeContexto } from '@div/contract'

type Tipo = PiezaDeContexto['tipo']

export const TIPOS_DE_PIEZA: Readonly<Record<Tipo, { label: string; one: string; many: string }>> = {
  texto: { label: 'Texto', one: 'texto', many: 'textos' },
  parametro: { label: 'Valor de un parámetro', one: 'parámetro', many: 'parámetros' },
  tabla: { label: 'Filas de una tabla', one: 'tabla', many: 'tablas' },
  esquema: { label: 'Esquema de un servidor', one: 'esquema', many: 'esquemas' },
}

export const TIPOS = Object.keys(TIPOS_DE_PIEZA).filter(isTipo)

function isTipo(text: string): text is Tipo {
  return Object.hasOwn(TIPOS_DE_PIEZA, text)
}

/** How many there are of each kind, in the order of the kinds. */
export function describePiezas(piezas: readonly PiezaDeContexto[]): string {
  return TIPOS.flatMap((tipo) => {
    const count = piezas.filter((pieza) => pieza.tipo === tipo).length
    const { one, many } = TIPOS_DE_PIEZA[tipo]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  }).join(', ')
}
