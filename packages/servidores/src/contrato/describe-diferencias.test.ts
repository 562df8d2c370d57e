import { expect, test } from 'vitest'
import { describeDiferencias } from './describe-diferencias.ts'

const texto = { tipo: 'texto' }
const cliente = (...campos: object[]) => ({ nombre: 'cliente', tipo: 'objeto', campos })

test('what is new, gone or of another kind is told by its path, the words about it are not', () => {
  const before = [
    [
      { nombre: 'id', tipo: 'entero' },
      { nombre: 'pais', ...texto, descripcion: 'De antes' },
    ],
    [
      cliente(
        { nombre: 'saldo', ...texto },
        { nombre: 'alta', tipo: 'objeto', campos: [{ nombre: 'dia', ...texto }] },
      ),
    ],
  ]
  const after = [
    [
      { nombre: 'clave', tipo: 'entero' },
      { nombre: 'pais', ...texto, descripcion: 'De ahora' },
    ],
    [cliente({ nombre: 'saldo', tipo: 'decimal' }, { nombre: 'id', ...texto })],
  ]
  expect(describeDiferencias(JSON.stringify(before), JSON.stringify(after))).toEqual([
    'Nuevo: clave, cliente.id',
    'Ya no está: id, cliente.alta',
    'Distinto: cliente.saldo',
  ])
})

test('fields of one name in what is taken and in what is answered are two', () => {
  const [id, none] = [[{ nombre: 'id', ...texto }], []]
  expect(describeDiferencias(JSON.stringify([id, none]), JSON.stringify([id, id]))).toEqual(['Nuevo: id'])
})

test('of many fields some are told, and of what is no JSON none', () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ nombre: `c${index}`, ...texto }))
  expect(describeDiferencias('[]', JSON.stringify(many))).toEqual([
    'Nuevo: c0, c1, c2, c3, c4, c5, c6, c7 y 3 más',
  ])
  expect(describeDiferencias('a', 'b')).toEqual([])
})
