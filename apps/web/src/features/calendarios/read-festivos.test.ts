import { expect, test } from 'vitest'
import { readFestivos, writeFestivos } from './read-festivos.ts'

test.each([
  ['25/12/2026 Navidad', { fecha: '2026-12-25', nombre: 'Navidad', anual: false }],
  ['2026-12-25;Navidad', { fecha: '2026-12-25', nombre: 'Navidad', anual: false }],
  [
    '6.1.2027\tReyes, y fin de fiestas',
    { fecha: '2027-01-06', nombre: 'Reyes, y fin de fiestas', anual: false },
  ],
  ['1/5 Día del trabajo', { fecha: '2024-05-01', nombre: 'Día del trabajo', anual: true }],
  ['29/02', { fecha: '2024-02-29', nombre: '', anual: true }],
])('%s is a day', (text, festivo) => {
  expect(readFestivos(text)).toEqual({ festivos: [festivo], ilegibles: [] })
  expect(readFestivos(writeFestivos([festivo])).festivos).toEqual([festivo])
})

test('lines that are none are told, and empty ones are nothing', () => {
  expect(readFestivos('25/12 Navidad\n\n31/02/2026 Nada\nNavidad')).toMatchObject({
    festivos: [{ fecha: '2024-12-25' }],
    ilegibles: [
      { linea: 3, texto: '31/02/2026 Nada' },
      { linea: 4, texto: 'Navidad' },
    ],
  })
})
