import { expect, test } from 'vitest'
import { asignacionSchema } from '../canal.ts'
import { checkAsignaciones } from './check-asignaciones.ts'

const UNO = '019a0000-0000-7000-8000-000000000001'
const DOS = '019a0000-0000-7000-8000-000000000002'
const PROCESOS = new Map([
  [UNO, { id: UNO, nombre: 'Uno', versionPublicada: 2, versiones: [1, 2] }],
  [DOS, { id: DOS, nombre: 'Dos', versionPublicada: null, versiones: [] }],
])

test.each([
  [{ procesoId: UNO, metodo: 'GET', ruta: '/a/{id}' }, []],
  [{ procesoId: UNO, version: 1, metodo: 'GET', ruta: '/' }, []],
  [{ procesoId: UNO, version: 3, metodo: 'GET', ruta: '/' }, [['[0].version', 'no tiene la versión 3']]],
  [{ procesoId: DOS, metodo: 'GET', ruta: '/' }, [['[0].version', 'Publíquelo primero']]],
  [{ procesoId: crypto.randomUUID(), metodo: 'GET', ruta: '/' }, [['[0].procesoId', 'No existe']]],
  [
    { procesoId: UNO },
    [
      ['[0].metodo', 'Falta'],
      ['[0].ruta', 'Falta'],
    ],
  ],
  [{ procesoId: UNO, metodo: 'GET', ruta: '/a/{id}/{id}' }, [['[0].ruta', 'está repetido']]],
  [{ procesoId: UNO, metodo: 'GET', ruta: '/a/x{id}' }, [['[0].ruta', 'parámetro completo']]],
  [{ procesoId: UNO, metodo: 'GET', ruta: '/openapi.json' }, [['[0].ruta', 'su propia descripción']]],
  [{ procesoId: UNO, metodo: 'GET', ruta: '/', operacion: 'X' }, [['[0].operacion', 'no tiene operaciones']]],
])('%o is checked by field', (asignacion, expected) => {
  const found = checkAsignaciones([asignacionSchema.parse(asignacion)], PROCESOS)
  expect(found).toEqual(
    expected.map(([campo, mensaje]) => ({ campo, mensaje: expect.stringContaining(mensaje ?? '') })),
  )
})

test('two paths of one shape clash and both processes are named', () => {
  const asignaciones = [
    { procesoId: UNO, version: 1, metodo: 'GET', ruta: '/clientes/{id}' },
    { procesoId: UNO, version: 1, metodo: 'POST', ruta: '/clientes/{id}' },
    { procesoId: UNO, version: 2, metodo: 'GET', ruta: '/clientes/{clave}' },
  ].map((each) => asignacionSchema.parse(each))
  expect(checkAsignaciones(asignaciones, PROCESOS)).toEqual([
    {
      campo: '[2].ruta',
      mensaje: expect.stringContaining('GET /clientes/{clave} choca con GET /clientes/{id}'),
    },
  ])
})
