import { type Flujo, newFlujo, type Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { listBreaks } from './contract-breaks.ts'

function flujo(entrada: Parametro[], salida: Parametro[] = [], estadoHttp = 200): Flujo {
  const { nodos, ...rest } = newFlujo()
  const [first, last] = nodos
  if (!first || !last) throw new Error('a new flujo has an entrada and a salida')
  return {
    ...rest,
    nodos: [
      { ...first, parametros: entrada },
      { ...last, parametros: salida, estadoHttp },
    ],
  }
}
const id: Parametro = { nombre: 'id', tipo: 'entero' }

test.each<[string, Flujo, Flujo, RegExp[]]>([
  ['nothing changed', flujo([id], [id]), flujo([id], [id]), []],
  ['a datum is gone', flujo([id]), flujo([]), [/ya no lee «id»/]],
  [
    'a datum is demanded now',
    flujo([id]),
    flujo([{ ...id, requerido: true }]),
    [/«id» pasa a ser obligatorio/],
  ],
  ['one that has a default is not', flujo([id]), flujo([{ ...id, requerido: true, defecto: 1 }]), []],
  ['a new one is demanded', flujo([]), flujo([{ ...id, requerido: true }]), [/exige un dato nuevo, «id»/]],
  ['a new one may be left out', flujo([]), flujo([id]), []],
  [
    'another type',
    flujo([id]),
    flujo([{ ...id, tipo: 'texto' }]),
    [/«id» de la entrada cambia de entero a texto/],
  ],
  ['any type will do now', flujo([id]), flujo([{ nombre: 'id' }]), []],
  ['from a header now', flujo([id]), flujo([{ ...id, origen: 'cabecera' }]), [/se toma ahora de otro sitio/]],
  ['a field is answered no more', flujo([], [id]), flujo([], []), [/respuesta 200 ya no tiene «id»/]],
  ['a field more', flujo([], []), flujo([], [id]), []],
  [
    'a field of another type',
    flujo([], [id]),
    flujo([], [{ nombre: 'id', tipo: 'texto' }]),
    [/respuesta 200 cambia de entero a texto/],
  ],
  ['another status', flujo([], [id]), flujo([], [id], 201), [/Ya no hay respuesta con el estado 200/]],
])('%s', (_, before, after, expected) => {
  const told = listBreaks(before, after).map(({ mensaje }) => mensaje)
  expect(told).toHaveLength(expected.length)
  expected.forEach((pattern, at) => {
    expect(told[at]).toMatch(pattern)
  })
})
