import { expect, test } from 'vitest'
import { asignacionSchema } from '../canal.ts'
import { checkAsignaciones } from './check-asignaciones.ts'
import { suggestOperacion } from './operacion.ts'

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
  const found = checkAsignaciones([asignacionSchema.parse(asignacion)], PROCESOS, 'REST')
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
  expect(checkAsignaciones(asignaciones, PROCESOS, 'REST')).toEqual([
    {
      campo: '[2].ruta',
      mensaje: expect.stringContaining('GET /clientes/{clave} choca con GET /clientes/{id}'),
    },
  ])
})

test.each([
  ['ConsultarCliente', null],
  ['consultar.cliente-2', null],
  ['Consultar cliente', /sin espacios/],
  ['2Consultas', /empiece por una letra/],
  ['Problema', /ya usa este nombre/],
])('the operation %s of a SOAP canal', (operacion, mensaje) => {
  const [proceso] = PROCESOS.values()
  const asignacion = asignacionSchema.parse({ procesoId: proceso?.id, operacion })
  const found = checkAsignaciones([asignacion], PROCESOS, 'SOAP').filter(({ campo }) =>
    campo.endsWith('operacion'),
  )
  expect(found).toEqual(
    mensaje === null ? [] : [{ campo: '[0].operacion', mensaje: expect.stringMatching(mensaje) }],
  )
})

test('no two operations have one name, nor that of what another answers; and they have no path', () => {
  const [proceso] = PROCESOS.values()
  const asignaciones = [
    { operacion: 'Alta' },
    { operacion: 'Alta' },
    { operacion: 'AltaResponse' },
    { operacion: 'Baja', ruta: '/baja' },
    {},
  ].map((each) => asignacionSchema.parse({ procesoId: proceso?.id, ...each }))
  const campos = checkAsignaciones(asignaciones, PROCESOS, 'SOAP').map(({ campo }) => campo)
  expect(campos).toEqual(
    expect.arrayContaining(['[1].operacion', '[2].operacion', '[3].ruta', '[4].operacion']),
  )
})

test('an operation is proposed by the name of its process, and is free', () => {
  expect(suggestOperacion('Consultar cliente', [])).toBe('ConsultarCliente')
  expect(suggestOperacion('Añadir línea', ['AnadirLinea'])).toBe('AnadirLinea2')
  expect(suggestOperacion('2 cosas', [])).toBe('Operacion2Cosas')
  expect(suggestOperacion('…', [])).toBe('Operacion')
})
