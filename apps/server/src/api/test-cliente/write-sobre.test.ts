import { LIMITS, type Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { writeSobre } from './write-sobre.ts'

const PARAMETROS: Parametro[] = [
  { nombre: 'id', tipo: 'entero', requerido: true },
  { nombre: 'X-Inquilino', tipo: 'texto', origen: 'cabecera' },
  { nombre: 'dia', tipo: 'fecha', origen: 'cabecera' },
]

function write(entrada: Readonly<Record<string, unknown>>) {
  const posicion = { x: 0, y: 0 }
  const nodos = [{ id: 'e', tipo: 'entrada' as const, nombre: 'Entrada', posicion, parametros: PARAMETROS }]
  const asked = { ruta: 'tienda', operacion: 'Ver', version: '1.1' as const, flujo: { nodos } }
  return writeSobre({ ...asked, entrada, limits: LIMITS })
}

test('what comes in a header stands in that of the envelope, and what is not given nowhere', () => {
  const { sobre, cabeceras } = write({ id: 7, 'X-Inquilino': 'Ñandú' })
  expect(sobre).toContain(
    '<soap:Header><n1:VerHeader><n1:X-Inquilino>Ñandú</n1:X-Inquilino></n1:VerHeader></soap:Header>',
  )
  expect(sobre).toContain('<soap:Body><n1:Ver><n1:id>7</n1:id></n1:Ver></soap:Body>')
  expect(Object.keys(cabeceras)).toEqual(['Content-Type', 'SOAPAction'])
  expect(write({ id: 7 }).sobre).not.toContain('Header')
})
