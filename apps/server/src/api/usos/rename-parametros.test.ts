import { type Flujo, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { renameParametros } from './rename-parametros.ts'

const withExpresion = (expresion: string): Flujo =>
  parseFlujo({
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'transformacion',
        nombre: 'Cuenta',
        parametros: [{ nombre: 'total', expresion, orden: 1 }],
      },
    ],
    conexiones: [],
  })

test.each([
  ['PARAMETRO("iva") * 2', 'PARAMETRO("iva_real") * 2'],
  ['parámetro ( "iva" )', 'parámetro ( "iva_real" )'],
  [
    'SI(PARAMETRO("iva") > 1; PARAMETRO("otro"); PARAMETRO("iva"))',
    'SI(PARAMETRO("iva_real") > 1; PARAMETRO("otro"); PARAMETRO("iva_real"))',
  ],
  ['"PARAMETRO(""iva"")"', '"PARAMETRO(""iva"")"'],
  ['BUSCAR("iva"; 1; "tipo")', 'BUSCAR("iva"; 1; "tipo")'],
])('in %s only the name of the parámetro changes', (before, after) => {
  const rename = (nombre: string) => (nombre === 'iva' ? 'iva_real' : nombre)
  expect(renameParametros(withExpresion(before), rename)).toEqual(withExpresion(after))
})
