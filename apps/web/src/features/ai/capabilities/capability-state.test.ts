import { expect, test } from 'vitest'
import { leaveHerramienta, stateOfCapability, takeHerramienta } from './capability-state.ts'

test.each([
  [{ activo: true, publicado: true, enMcp: true }, 'publicada'],
  [{ activo: true, publicado: true, enMcp: false }, 'reservada'],
  [{ activo: true, publicado: false, enMcp: true }, 'sinPublicar'],
  [{ activo: false, publicado: false, enMcp: true }, 'inactiva'],
])('%j is %s', (capability, state) => {
  expect(stateOfCapability({ ...capability, objetivo: { tipo: 'proceso' } })).toBe(state)
})

test('one of a tool that nobody allows any more says so', () => {
  const capability = { activo: true, publicado: false, enMcp: false }
  expect(stateOfCapability({ ...capability, objetivo: { tipo: 'herramienta' } })).toBe('sinPermitir')
})

const TOOL = { nombre: 'Get-Issue.Búsqueda', descripcion: ' Busca. ', escribe: false }

test.each([
  [
    { nombre: '', descripcion: '' },
    { nombre: 'get_issue_busqueda', descripcion: 'Busca.', escribe: false },
  ],
  [
    { nombre: 'mia', descripcion: 'Lo mío.' },
    { nombre: 'mia', descripcion: 'Lo mío.', escribe: false },
  ],
])('of a tool that is chosen %j takes %j', (draft, taken) => {
  expect(takeHerramienta(draft, TOOL)).toEqual(taken)
})

test('what nobody wrote follows the tool when another one is chosen, and what somebody wrote stays', () => {
  const other = { nombre: 'delete', descripcion: 'Borra.', escribe: true }
  const first = takeHerramienta({ nombre: '', descripcion: '' }, TOOL)
  expect(takeHerramienta(first, other, TOOL)).toEqual(other)
  expect(takeHerramienta({ ...first, descripcion: 'Lo mío.' }, other, TOOL)).toEqual({
    ...other,
    descripcion: 'Lo mío.',
  })
})

test('what a tool said of itself goes with it when another server is chosen, and what somebody wrote stays', () => {
  const first = takeHerramienta({ nombre: '', descripcion: '' }, TOOL)
  expect(leaveHerramienta(first, TOOL)).toEqual({ nombre: '', descripcion: '' })
  expect(leaveHerramienta({ ...first, descripcion: 'Lo mío.' }, TOOL)).toEqual({
    nombre: '',
    descripcion: 'Lo mío.',
  })
  expect(leaveHerramienta({ nombre: 'mia', descripcion: '' }, undefined)).toEqual({
    nombre: 'mia',
    descripcion: '',
  })
})
