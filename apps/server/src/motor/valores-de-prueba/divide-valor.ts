import {
  countSampled,
  listCortes,
  MORE,
  moreChars,
  moreFields,
  moreItems,
  type ParteDeValor,
} from '@div/contract'

/** Rows of one page of a list. */
const FILAS = 50
/** Characters of JSON that one page holds, more or less. */
const PAGINA_CHARS = 16_384
/** What stands for a part where it is not itself shown. */
const RESUMEN_CHARS = 600

interface Pagina {
  desde: number
  cuantos: number
  /** JSON. */
  valor: string
}

export interface Parte extends Pick<ParteDeValor, 'ruta' | 'clase' | 'total' | 'guardados'> {
  paginas: readonly Pagina[]
}

/** A value as it stands inside of another: its large parts stand apart, and a summary in their place. */
interface Resumen {
  valor: unknown
  chars: number
}

interface Dividing {
  partes: Parte[]
  most: number
  /** There were more parts than that. */
  isFull: boolean
}

/**
 * Plain data as pages that can each be shown: the value itself, and in it each list, text and object that is too large for a page. Nothing is
 * said twice: what has pages of its own is summed up wherever it is part of another.
 */
export function divideValor(valor: unknown, most: number): { partes: Parte[]; isWhole: boolean } {
  const dividing: Dividing = { partes: [], most, isFull: false }
  divide(valor, [], dividing)
  return { partes: dividing.partes, isWhole: !dividing.isFull && listCortes(valor, 1).length === 0 }
}

function divide(valor: unknown, ruta: Parte['ruta'], dividing: Dividing): Resumen {
  if (typeof valor === 'string') return divideTexto(valor, ruta, dividing)
  if (Array.isArray(valor)) return divideLista(valor, ruta, dividing)
  if (typeof valor === 'object' && valor !== null) return divideCampos({ ...valor }, ruta, dividing)
  return { valor, chars: 6 }
}

function divideTexto(texto: string, ruta: Parte['ruta'], dividing: Dividing): Resumen {
  const isPart = texto.length > PAGINA_CHARS || ruta.length === 0
  if (!isPart) return { valor: texto, chars: texto.length + 2 }
  const [corte] = listCortes(texto, 1)
  const kept = corte ? texto.slice(0, corte.mostrados) : texto
  const paginas: Pagina[] = []
  for (let desde = 0; desde < kept.length; ) {
    const hasta = endOfPiece(kept, desde + PAGINA_CHARS)
    paginas.push({ desde, cuantos: hasta - desde, valor: JSON.stringify(kept.slice(desde, hasta)) })
    desde = hasta
  }
  const total = corte?.total ?? kept.length
  add(dividing, { ruta, clase: 'texto', total, guardados: kept.length, paginas }, dividing.partes.length)
  const shown = kept.slice(0, endOfPiece(kept, RESUMEN_CHARS))
  return { valor: `${shown}${moreChars(total - shown.length)}`, chars: RESUMEN_CHARS }
}

/** No piece ends between the two halves of one character. */
function endOfPiece(texto: string, end: number): number {
  if (end >= texto.length) return texto.length
  const last = texto.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

function divideLista(lista: readonly unknown[], ruta: Parte['ruta'], dividing: Dividing): Resumen {
  const total = countSampled(lista)
  const kept = total === lista.length ? lista : lista.slice(0, -1)
  const at = dividing.partes.length
  const items = kept.map((item, index) => divide(item, [...ruta, index], dividing))
  const chars = sumOf(items)
  if (chars <= PAGINA_CHARS && total === kept.length && ruta.length > 0)
    return { valor: items.map(({ valor }) => valor), chars }
  const paginas = packPages(items).map(({ desde, hasta }) => ({
    desde,
    cuantos: hasta - desde,
    valor: JSON.stringify(items.slice(desde, hasta).map(({ valor }) => valor)),
  }))
  add(dividing, { ruta, clase: 'lista', total, guardados: kept.length, paginas }, at)
  const shown = items.slice(0, fitting(items, RESUMEN_CHARS)).map(({ valor }) => valor)
  return {
    valor: shown.length < total ? [...shown, moreItems(total - shown.length)] : shown,
    chars: RESUMEN_CHARS,
  }
}

function divideCampos(
  campos: Readonly<Record<string, unknown>>,
  ruta: Parte['ruta'],
  dividing: Dividing,
): Resumen {
  const corte = listCortes(campos, 1)[0]
  const isCut = corte?.ruta.length === 0
  const entries = Object.entries(campos).filter(([name]) => !(isCut && name === MORE))
  const at = dividing.partes.length
  const items = entries.map(([name, campo]) => {
    const { valor, chars } = divide(campo, [...ruta, name], dividing)
    return { name, valor, chars: chars + name.length + 4 }
  })
  const total = isCut ? corte.total : entries.length
  const chars = sumOf(items)
  const together = (some: typeof items) => Object.fromEntries(some.map(({ name, valor }) => [name, valor]))
  if (chars <= PAGINA_CHARS && !isCut && ruta.length > 0) return { valor: together(items), chars }
  const paginas = packPages(items, Number.POSITIVE_INFINITY).map(({ desde, hasta }) => ({
    desde,
    cuantos: hasta - desde,
    valor: JSON.stringify(together(items.slice(desde, hasta))),
  }))
  add(dividing, { ruta, clase: 'campos', total, guardados: entries.length, paginas }, at)
  const shown = items.slice(0, fitting(items, RESUMEN_CHARS))
  const rest = total - shown.length
  return {
    valor: rest > 0 ? { ...together(shown), [MORE]: moreFields(rest) } : together(shown),
    chars: RESUMEN_CHARS,
  }
}

/** In the order in which a reader of the value comes to them: before what is inside of it. */
function add(dividing: Dividing, parte: Parte, at: number): void {
  if (dividing.partes.length < dividing.most) dividing.partes.splice(at, 0, parte)
  else dividing.isFull = true
}

/** How many of the first fit, all together. */
function fitting(items: readonly { chars: number }[], chars: number): number {
  let left = chars
  const first = items.findIndex((item) => {
    left -= item.chars
    return left < 0
  })
  return first === -1 ? items.length : first
}

/** As many items to a page as fit, and one at least. */
function packPages(items: readonly { chars: number }[], most = FILAS): { desde: number; hasta: number }[] {
  const pages: { desde: number; hasta: number }[] = []
  let chars = 0
  for (const [index, item] of items.entries()) {
    const last = pages.at(-1)
    if (last && last.hasta - last.desde < most && chars + item.chars <= PAGINA_CHARS) {
      last.hasta++
      chars += item.chars
    } else {
      pages.push({ desde: index, hasta: index + 1 })
      chars = item.chars
    }
  }
  return pages
}

function sumOf(items: readonly { chars: number }[]): number {
  return items.reduce((sum, { chars }) => sum + chars + 1, 2)
}
