import { writeObjeto } from '@div/contract'
import { cualquiera, writeRuta } from '../expresion/formula.ts'
import type { Uno } from './datos.ts'
import type { Dibujo } from './dibujo.ts'

/** Where a webhook puts what it is sent, and where an entrada of ours takes it from; a field of the body is found by its name. */
const ORIGENES = { body: undefined, query: 'consulta', params: 'ruta', headers: 'cabecera' } as const

/** What a call brings: each part of it that is read is declared in the entrada. What of it is lost is told. */
export function datosOfLlamada(dibujo: Dibujo, aproximar: (observacion: string) => void): Uno {
  const cuerpo = () => {
    const isFree = dibujo.declare({ nombre: 'cuerpo', tipo: 'cualquiera', origen: 'cuerpo' })
    if (!isFree) aproximar('De «cuerpo», que llega por varios sitios, solo se tomó uno.')
    return cualquiera('entrada.cuerpo')
  }
  return {
    clase: 'uno',
    read: ([lugar, nombre, ...rest]) => {
      if (lugar === undefined) {
        aproximar('De la llamada solo queda el cuerpo.')
        return cualquiera(writeObjeto([['body', cuerpo().formula]]))
      }
      const isKnown = lugar === 'body' || lugar === 'query' || lugar === 'params' || lugar === 'headers'
      if (!isKnown) return cualquiera('NULO')
      if (typeof nombre !== 'string') {
        if (lugar === 'body') return cualquiera(writeRuta(cuerpo().formula, [nombre ?? [], rest].flat()))
        aproximar(`De la llamada no se tomó «${lugar}» entero: lea sus campos por su nombre.`)
        return cualquiera('NULO')
      }
      if (lugar === 'body' && nombre === 'cuerpo')
        return cualquiera(writeRuta(cuerpo().formula, [nombre, ...rest]))
      const origen = ORIGENES[lugar]
      // What stands in an address or a header is always a text.
      const tipo = lugar === 'body' ? 'cualquiera' : 'texto'
      const isFree = dibujo.declare({ nombre, tipo, ...(origen !== undefined && { origen }) })
      if (isFree) return cualquiera(writeRuta('entrada', [nombre, ...rest]))
      if (lugar === 'body') return cualquiera(writeRuta(cuerpo().formula, [nombre, ...rest]))
      aproximar(`De «${nombre}», que llega por varios sitios, solo se tomó uno.`)
      return cualquiera('NULO')
    },
  }
}
