import { expect, test } from 'vitest'
import { describeCuando, describeCuentas } from './describe-fuente.ts'

test.each([
  [null, 'Cuando se pida'],
  [5, 'Cada 5 minutos'],
  [60, 'Cada hora'],
  [120, 'Cada 2 horas'],
  [1_440, 'Cada día'],
  [10_080, 'Cada 7 días'],
])('%s minutes are said as «%s»', (minutos, said) => {
  expect(describeCuando({ cadaMinutos: minutos, cron: '', zonaHoraria: 'UTC' })).toBe(said)
})

test('hours are said with their zone, and what has no words as it is written', () => {
  const at = (cron: string) => describeCuando({ cadaMinutos: null, cron, zonaHoraria: 'Europe/Madrid' })
  expect(at('0 8 * * 1-5')).toBe('De lunes a viernes, a las 08:00 (Europe/Madrid)')
  expect(at('no es cron')).toBe('no es cron (Europe/Madrid)')
})

test('of a reading only what there was is said', () => {
  expect(describeCuentas({ nuevos: 1, cambiados: 0, iguales: 3, quitados: 2 })).toBe(
    '1 nuevo, 3 iguales, 2 quitados',
  )
  expect(describeCuentas({ nuevos: 0, cambiados: 0, iguales: 0, quitados: 0 })).toBe('Ningún documento')
})
