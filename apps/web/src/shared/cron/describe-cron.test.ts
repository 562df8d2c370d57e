import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['* * * * *', 'Cada minuto'],
  ['*/15 * * * *', 'Cada 15 minutos'],
  ['*/10 * * * * *', 'Cada 10 segundos'],
  ['0 * * * *', 'Cada hora, en punto'],
  ['5 * * * *', 'Cada hora, en el minuto 5'],
  ['0,30 * * * *', 'Cada hora, en los minutos 0 y 30'],
  ['0 */6 * * *', 'Cada 6 horas, en punto'],
  ['0 8 * * *', 'Todos los días, a las 08:00'],
  ['0 1 * * *', 'Todos los días, a la 01:00'],
  ['30 8,20 * * *', 'Todos los días, a las 08:30 y a las 20:30'],
  ['15 0 8 * * *', 'Todos los días, a las 08:00, en el segundo 15'],
  ['0 8 * * 1-5', 'De lunes a viernes, a las 08:00'],
  ['0 8 * * MON-FRI', 'De lunes a viernes, a las 08:00'],
  ['0 8 * * 0,6', 'Los sábados y domingos, a las 08:00'],
  ['0 8 * * 7', 'Los domingos, a las 08:00'],
  ['0 8 * * 1,3,5', 'Los lunes, miércoles y viernes, a las 08:00'],
  ['0 8 * * 1#1', 'El primer lunes del mes, a las 08:00'],
  ['0 8 * * FRI#L', 'El último viernes del mes, a las 08:00'],
  ['0 8 1 * *', 'El día 1 de cada mes, a las 08:00'],
  ['0 8 1,15 * *', 'Los días 1 y 15 de cada mes, a las 08:00'],
  ['0 8 L * *', 'El último día de cada mes, a las 08:00'],
  ['0 8 15W * *', 'El día laborable más cercano al 15 de cada mes, a las 08:00'],
  ['0 0 1 1,7 *', 'El día 1, en enero y julio, a las 00:00'],
  ['0 8 * JAN-MAR *', 'De enero a marzo, a las 08:00'],
  ['0 8 1 * 1', 'El día 1 de cada mes y también los lunes, a las 08:00'],
  ['*/15 8-17 * * 1-5', 'De lunes a viernes, cada 15 minutos, de 08:00 a 17:59'],
  ['0 8-17 * * *', 'Cada hora de 08:00 a 17:59, en punto'],
  ['0 8 */2 * *', 'Cada 2 días desde el 1 de cada mes, a las 08:00'],
])('%s: %s', (cron, words) => {
  expect(describeCron(cron)).toBe(words)
})

test.each([
  '',
  'nada',
  '* * * *',
  '61 * * * *',
  '0 8 32 * *',
  '0 8 * 13 *',
  '0 8 * * 9',
  '*/0 * * * *',
  '0 8 * * +1',
])('there are no words for «%s»', (cron) => {
  expect(describeCron(cron)).toBeNull()
})

test('an interval and a single moment are put into words', () => {
  expect(describeCron('R/2026-01-01T08:00:00Z/PT90M')).toMatch(
    /^Cada 90 minutos, desde el 1 de enero de 2026/,
  )
  expect(describeCron('R/2026-01-01T08:00:00Z/PT1H')).toMatch(/^Cada hora, desde el 1 de enero de 2026/)
  expect(describeCron('2026-12-24T18:00:00Z')).toMatch(/^Una sola vez, el 24 de diciembre de 2026/)
})
