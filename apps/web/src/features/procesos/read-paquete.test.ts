import { newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { readPaquete } from './read-paquete.ts'

const paquete = {
  formato: 'div-proceso',
  version: 1,
  proceso: { nombre: 'Buscar', descripcion: '', modo: 'memoria', concurrencia: null, flujo: newFlujo() },
  dependencias: [],
  casosPrueba: [],
}

test('a proceso that was exported is read', () => {
  expect(readPaquete(JSON.stringify(paquete))).toEqual({ isPaquete: true, paquete })
})

test('of a text that is no JSON the line is told', () => {
  expect(readPaquete('{\n"formato": ,')).toEqual({
    isPaquete: false,
    reasons: ['Línea 2: Falta un valor.'],
  })
})

test('of any other document it is told what is missing in it', () => {
  const read = readPaquete('{"formato": "otro", "version": 1}')
  expect(read.isPaquete).toBe(false)
  expect(read).toMatchObject({ reasons: expect.arrayContaining([expect.stringMatching(/^formato: /)]) })
})

test('of many mistakes the first are told, and how many more there are', () => {
  const dependencias = Array.from({ length: 9 }, () => ({}))
  const read = readPaquete(JSON.stringify({ ...paquete, dependencias }))
  if (read.isPaquete) throw new Error('it is none')
  expect(read.reasons).toHaveLength(6)
  expect(read.reasons.at(-1)).toMatch(/^Y \d+ más\.$/)
})
