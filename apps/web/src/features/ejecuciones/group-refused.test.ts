import { expect, test } from 'vitest'
import { groupRefused } from './group-refused.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const refused = (
  id: string,
  proceso: string | null,
  claveNegocio: string | null,
  mensaje = 'No se puede.',
) => ({
  row: { id, proceso, claveNegocio, inicio: '2026-11-28T11:50:00.000Z' },
  mensaje,
})

test('one is told by its key, or by when it began; those that are alike are told together', () => {
  expect(
    groupRefused(
      [
        refused('a', 'Cobrar', 'P-1'),
        refused('b', null, null),
        refused('c', 'Cobrar', 'P-2', 'Falta la entrada.'),
        refused('d', 'Cobrar', null, 'Falta la entrada.'),
        ...['1', '2', '3', '4', '5', '6'].map((clave) => refused(`e${clave}`, 'Enviar', clave)),
        refused('f', 'Avisar', null),
        refused('g', 'Avisar', null),
      ],
      { now: NOW },
    ),
  ).toEqual([
    { id: 'a', nombre: 'Cobrar, P-1', mensaje: 'No se puede.' },
    { id: 'b', nombre: 'Proceso eliminado, hace 10 min', mensaje: 'No se puede.' },
    { id: 'c', nombre: 'Cobrar, 2 ejecuciones (P-2)', mensaje: 'Falta la entrada.' },
    { id: 'e1', nombre: 'Enviar, 6 ejecuciones (1, 2, 3, 4, 5, …)', mensaje: 'No se puede.' },
    { id: 'f', nombre: 'Avisar, 2 ejecuciones', mensaje: 'No se puede.' },
  ])
})
