import { computingWith } from '@div/nodos/muestras'
import { expect, test } from 'vitest'
import { joinRuta, pathOf, readPath } from './ruta-text.ts'

const { computeOrigen } = computingWith()

test.each(['total', 'Año', '$oid', 'nº', 'имя', '@id', 'a b', '1a'])(
  'the field %s is found by its path, as a reference and in a formula',
  (nombre) => {
    const muestras = { salidas: new Map([['n1', { dentro: { [nombre]: 7 } }]]) }
    const referencia = { nodo: 'n1', ruta: joinRuta('dentro', nombre) }
    const expresion = pathOf(referencia)
    expect(readPath(expresion)).toEqual(referencia)
    for (const origen of [{ valorAsignado: referencia }, { expresion }])
      expect(computeOrigen(origen, muestras)).toEqual({ clase: 'valor', valor: 7 })
  },
)
