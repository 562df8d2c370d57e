import { expect, test } from 'vitest'
import { nameChosen } from './name-chosen.ts'

const NOMBRES = [
  { id: '1', nombre: 'uno' },
  { id: '2', nombre: 'dos' },
]
const options = { labelOf: ({ nombre }: { nombre: string }) => nombre, other: 'Otra' }

test.each([
  ['names are on their way', { data: undefined, isError: false }, ['1'], { 1: 'Cargando…' }],
  ['names could not be read', { data: undefined, isError: true }, ['1'], { 1: 'No se pudo leer su nombre' }],
  ['names are known', { data: NOMBRES, isError: false }, ['2'], { 1: 'uno', 2: 'dos' }],
  ['one is not among them', { data: NOMBRES, isError: false }, ['3'], { 1: 'uno', 2: 'dos', 3: 'Otra' }],
])('nobody is shown an id when %s', (_, listed, chosen, labels) => {
  const shown = nameChosen(listed, chosen, options)
  expect(Object.fromEntries(shown.map(({ value, label }) => [value, label]))).toEqual(labels)
})
