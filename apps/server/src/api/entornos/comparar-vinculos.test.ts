import type { Inventario, VinculoComparado } from '@div/contract'
import { expect, test } from 'vitest'
import { compareVinculos } from './comparar-vinculos.ts'
import { createLink } from './link-paquete.ts'

type Lado = Pick<Inventario, 'servidores' | 'parametros'>

const NADIE: Lado = { servidores: [], parametros: [] }
const rest = (nombre: string, direccion?: string | null) => ({
  nombre,
  tipo: 'rest',
  activo: true,
  ...(direccion !== undefined && { direccion }),
})
const valor = (nombre: string, texto: string) => ({
  nombre,
  tipo: 'texto',
  secreto: false,
  valor: { texto, huella: `h${texto}` },
})
const secreto = (nombre: string) => ({ nombre, tipo: 'texto', secreto: true, valor: null })

function compare(
  recurso: VinculoComparado['recurso'],
  { aqui, alli, nombre = 'x' }: { aqui: Lado; alli: Lado; nombre?: string },
) {
  const link = createLink({ servidores: { Almacén: 'Almacén real' }, parametros: {} })
  return compareVinculos([{ recurso, nombre, procesos: ['B', 'A'] }], { aqui, alli, link })[0]
}

test.each<[string, Lado['servidores'], Lado['servidores'], VinculoComparado['estado']]>([
  ['missing', [rest('x', 'a')], [], 'falta'],
  ['of another type', [rest('x', 'a')], [{ ...rest('X', 'a'), tipo: 'soap' }], 'otroTipo'],
  ['elsewhere', [rest('x', 'a')], [rest('X', 'b')], 'distinto'],
  ['in the same place', [rest('x', 'a')], [rest('X', 'a')], 'igual'],
  ['without an address', [rest('x', null)], [rest('x', null)], 'igual'],
  ['of a DIV from before', [rest('x', 'a')], [rest('x')], 'sinComparar'],
  ['missing here', [], [rest('x', 'a')], 'sinComparar'],
])('a servidor that is %s there', (_name, here, there, estado) => {
  const lados = { aqui: { ...NADIE, servidores: here }, alli: { ...NADIE, servidores: there } }
  expect(compare('servidores', lados)?.estado).toBe(estado)
})

test.each<[string, Lado['parametros'], Lado['parametros'], VinculoComparado['estado']]>([
  ['another value', [valor('x', '1')], [valor('x', '2')], 'distinto'],
  ['the same value', [valor('x', '1')], [valor('x', '1')], 'igual'],
  ['two secrets', [secreto('x')], [secreto('x')], 'sinComparar'],
  ['a secret there alone', [valor('x', '1')], [secreto('x')], 'sinComparar'],
])('%s of a parámetro', (_name, here, there, estado) => {
  const lados = { aqui: { ...NADIE, parametros: here }, alli: { ...NADIE, parametros: there } }
  expect(compare('parametros', lados)?.estado).toBe(estado)
})

test('what is bound by name stands beside what it is bound to, with the procesos that use it', () => {
  const aqui = { ...NADIE, servidores: [rest('Almacén', 'a')] }
  const alli = {
    ...NADIE,
    servidores: [rest('Almacén', 'c'), { ...rest('Almacén real', 'b'), activo: false }],
  }
  expect(compare('servidores', { aqui, alli, nombre: 'Almacén' })).toEqual({
    recurso: 'servidores',
    nombre: 'Almacén',
    nombreAlli: 'Almacén real',
    estado: 'distinto',
    aqui: { nombre: 'Almacén', tipo: 'rest', dato: 'a', esSecreto: false, activo: true },
    alli: { nombre: 'Almacén real', tipo: 'rest', dato: 'b', esSecreto: false, activo: false },
    procesos: ['A', 'B'],
  })
})
