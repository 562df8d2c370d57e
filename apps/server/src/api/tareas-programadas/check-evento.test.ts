import type { EventoDeTarea, Tarea } from '@div/contract'
import { expect, test } from 'vitest'
import { checkEvento } from './check-evento.ts'

const EVENTO: EventoDeTarea = {
  servidorId: '019fffff-ffff-7fff-bfff-ffffffffffff',
  tipoEvento: 'llegada',
  opciones: { cola: 'pedidos', formato: 'json' },
  mapeo: { pedido: 'mensaje.pedido' },
  enVuelo: 20,
  intentos: 3,
}

function check(
  changes: Partial<EventoDeTarea>,
  tarea: Partial<Pick<Tarea, 'cron' | 'solapamiento'>> = {},
  tipoServidor: string | undefined = 'rabbitmq',
) {
  const evento = { ...EVENTO, ...changes }
  const errores = checkEvento(
    { cron: '', solapamiento: 'permitir', ...tarea, evento },
    { role: 'admin', tipoServidor },
  )
  return errores.map(({ campo, mensaje }) => [campo, mensaje])
}

test('what its servidor tells is taken, in whatever order', () => {
  expect(check({})).toEqual([])
  expect(check({}, { solapamiento: 'encolar' })).toEqual([])
})

test.each([
  ['hours as well', {}, { cron: '0 3 * * *' }, 'cron', 'no tiene horario'],
  ['events that are left out', {}, { solapamiento: 'omitir' }, 'solapamiento', 'permitir o encolar'],
  ['runs that are cut off', {}, { solapamiento: 'cancelarAnterior' }, 'solapamiento', 'permitir o encolar'],
  ['a path that is none', { mapeo: { pedido: 'mensaje..' } }, {}, 'evento.mapeo.pedido', 'No es una ruta'],
  [
    'an event that it has not',
    { tipoEvento: 'eclipse' },
    {},
    'evento.tipoEvento',
    'no tiene eventos de tipo',
  ],
  ['an inherited name', { tipoEvento: 'toString' }, {}, 'evento.tipoEvento', 'no tiene eventos de tipo'],
  ['options that are missing', { opciones: {} }, {}, 'evento.opciones.cola', ''],
  ['options that there are not', { opciones: { cola: 'x', otra: 1 } }, {}, 'evento.opciones.otra', ''],
] as const)('%s is refused at its field', (_, evento, tarea, campo, mensaje) => {
  expect(check(evento, tarea)).toEqual([[campo, expect.stringContaining(mensaje)]])
})

test('a servidor that is not there, that tells nothing or that is not to be named is refused', () => {
  expect(
    checkEvento(
      { cron: '', solapamiento: 'permitir', evento: EVENTO },
      { role: 'admin', tipoServidor: undefined },
    ),
  ).toMatchObject([{ campo: 'evento.servidorId', mensaje: 'No existe este servidor.' }])
  expect(check({}, {}, 'smtp')).toEqual([['evento.tipoEvento', expect.stringContaining('SMTP')]])
})

test('everything that is wrong is told at once', () => {
  const campos = check(
    { mapeo: { a: 'mensaje..' }, opciones: {} },
    { cron: '* * * * *', solapamiento: 'omitir' },
  )
  expect(campos.map(([campo]) => campo)).toEqual([
    'cron',
    'solapamiento',
    'evento.mapeo.a',
    'evento.opciones.cola',
  ])
})
