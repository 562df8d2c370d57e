import { expect, test } from 'vitest'
import { forgiveErrors } from './forgive-errors.ts'

const CHECKED = {
  nombre: '',
  nombreLargo: '',
  config: { host: '', puerto: 0 },
  columnas: [{ nombre: '' }, { nombre: '' }],
  acceso: { tipo: 'basico', usuario: '' },
}
const ERRORS = [
  'nombre',
  'nombreLargo',
  'config',
  'config.host',
  'config.puerto',
  'columnas[0].nombre',
  'columnas[1].nombre',
  'acceso.contrasena',
].map((campo) => ({ campo, mensaje: 'Mal.' }))

const leftAfter = (changes: object) => {
  const left = forgiveErrors(ERRORS, CHECKED, { ...CHECKED, ...changes }).map(({ campo }) => campo)
  return ERRORS.map(({ campo }) => campo).filter((campo) => !left.includes(campo))
}

test.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['a name, and no name that begins alike', { nombre: 'A' }, ['nombre']],
  ['a field within, and not its sibling', { config: { host: 'a', puerto: 0 } }, ['config', 'config.host']],
  [
    'an item of a list, and not the others',
    { columnas: [{ nombre: '' }, { nombre: 'a' }] },
    ['columnas[1].nombre'],
  ],
  [
    'a list that got shorter, as a whole',
    { columnas: [{ nombre: '' }] },
    ['columnas[0].nombre', 'columnas[1].nombre'],
  ],
  ['another kind, as a whole', { acceso: { tipo: 'publico' } }, ['acceso.contrasena']],
])('mending %s', (_, changes, forgiven) => {
  expect(leftAfter(changes)).toEqual(forgiven)
})
