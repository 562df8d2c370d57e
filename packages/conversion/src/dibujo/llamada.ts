import { cualquiera, escribirObjeto, escribirRuta } from '../expresion/formula.ts'
import type { Uno } from './datos.ts'
import type { Dibujo } from './dibujo.ts'

/** Where a webhook puts what it is sent, and where an entrada of ours takes it from; a field of the body is found by its name. */
const ORIGENES = { body: undefined, query: 'consulta', params: 'ruta', headers: 'cabecera' } as const

/** What a call brings: each part of it that is read is declared in the entrada. What of it is lost is told. */
export function datosDeLlamada(dibujo: Dibujo, aproximar: (observacion: string) => void): Uno {
  const cuerpo = () => {
    const isFree = dibujo.declarar({ nombre: 'cuerpo', tipo: 'cualquiera', origen: 'cuerpo' })
    if (!isFree) aproximar('De «cuerpo», que llega por varios sitios, solo se tomó uno.')
    return cualquiera('entrada.cuerpo')
  }
  return {
    clase: 'uno',
    leer: ([lugar, nombre, ...rest]) => {
      if (lugar === undefined) {
        aproximar('De la llamada solo queda el cuerpo.')
        return cualquiera(escribirObjeto([['body', cuerpo().formula]]))
      }
      const isKnown = lugar === 'body' || lugar === 'query' || lugar === 'params' || lugar === 'headers'
      if (!isKnown) return cualquiera('NULO')
      if (typeof nombre !== 'string') {
        if (lugar === 'body') return cualquiera(escribirRuta(cuerpo().formula, [nombre ?? [], rest].flat()))
        aproximar(`De la llamada no se tomó «${lugar}» entero: lea sus campos por su nombre.`)
        return cualquiera('NULO')
      }
      if (lugar === 'body' && nombre === 'cuerpo')
        return cualquiera(escribirRuta(cuerpo().formula, [nombre, ...rest]))
      const origen = ORIGENES[lugar]
      // What stands in an address or a header is always a text.
      const tipo = lugar === 'body' ? 'cualquiera' : 'texto'
      const isFree = dibujo.declarar({ nombre, tipo, ...(origen !== undefined && { origen }) })
      if (isFree) return cualquiera(escribirRuta('entrada', [nombre, ...rest]))
      if (lugar === 'body') return cualquiera(escribirRuta(cuerpo().formula, [nombre, ...rest]))
      aproximar(`De «${nombre}», que llega por varios sitios, solo se tomó uno.`)
      return cualquiera('NULO')
    },
  }
}
