import type { Falta, ProcesoComparado } from '@div/contract'
import { expect, test } from 'vitest'
import { describeFalta, describeSeleccion, filterRows, toRows } from './comparacion-rows.ts'

const LADO = { id: 'x', version: 1, publicadaEn: null, conCambios: false }
const FALTA: Falta = {
  recurso: 'servidores',
  nombre: 'Almacén',
  motivo: 'falta',
  tipo: 'rest',
  tipoAlli: null,
}

function proceso(nombre: string, values: Partial<ProcesoComparado>): ProcesoComparado {
  return {
    nombre,
    estado: 'distinto',
    aqui: LADO,
    alli: { ...LADO, borradorIgual: false },
    huellaAqui: 'a',
    huellaAlli: 'b',
    faltan: [],
    llama: [],
    ...values,
  }
}

const ROWS = toRows([
  proceso('Cobró', { faltan: [FALTA], llama: ['Sub', 'Igual'] }),
  proceso('Editado', { alli: { ...LADO, conCambios: true, borradorIgual: false }, faltan: [FALTA] }),
  proceso('Igual', { estado: 'igual' }),
  proceso('Sub', { estado: 'soloAqui', alli: null, huellaAlli: null }),
  proceso('Suyo', { estado: 'soloAlli', aqui: null, huellaAqui: null }),
])

test('a list is narrowed by its state and by a part of its name, without accents', () => {
  expect(filterRows(ROWS, { q: 'cobro', estado: '' }).map(({ id }) => id)).toEqual(['Cobró'])
  expect(filterRows(ROWS, { q: '', estado: 'soloAqui' }).map(({ id }) => id)).toEqual(['Sub'])
})

test('what is chosen says what it does there, what it needs there and what it leaves out', () => {
  expect(describeSeleccion(ROWS, new Set(['Cobró', 'Editado', 'Igual', 'Suyo']))).toMatchObject({
    pedidos: [
      { nombre: 'Cobró', huellaAqui: 'a', huellaAlli: 'b' },
      { nombre: 'Editado', huellaAqui: 'a', huellaAlli: 'b' },
    ],
    nuevos: [],
    borradores: ['Editado'],
    omitidos: ['Igual', 'Suyo'],
    faltan: [
      { nombre: 'Almacén', procesos: ['Cobró', 'Editado'] },
      { recurso: 'procesos', nombre: 'Sub', procesos: ['Cobró'] },
    ],
  })
})

test('a proceso that is called is missing no longer once it is chosen too', () => {
  const { faltan, nuevos } = describeSeleccion(ROWS, new Set(['Cobró', 'Sub']))
  expect([faltan.map(({ nombre }) => nombre), nuevos]).toEqual([['Almacén'], ['Sub']])
})

test.each<[Partial<Falta>, string]>([
  [{}, 'Servidor «Almacén»: no existe allí (es de tipo rest).'],
  [{ motivo: 'otroTipo', tipoAlli: 'soap' }, 'Servidor «Almacén»: aquí es de tipo rest y allí de tipo soap.'],
  [{ recurso: 'tablas', tipo: null }, 'Tabla «Almacén»: no existe allí.'],
])('%o is said as a sentence', (values, sentence) => {
  expect(describeFalta({ ...FALTA, ...values })).toBe(sentence)
})
