import type { EjecucionResumen } from '@div/contract'
import { expect, test } from 'vitest'
import { ejecucionesCsv } from './ejecuciones-csv.ts'

const row = (changes: Partial<EjecucionResumen>): EjecucionResumen => ({
  id: 'x',
  inicio: '2026-11-22T10:00:00.000Z',
  duracionMs: 1.5,
  estado: 'error',
  procesoId: 'p',
  proceso: 'Cobrar',
  version: null,
  canalId: null,
  canal: null,
  origen: 'canal',
  nodoMotor: 'm/1',
  claveNegocio: null,
  errorCodigo: null,
  errorMensaje: null,
  errorNodo: null,
  ...changes,
})

const cellsOf = (changes: Partial<EjecucionResumen>) => ejecucionesCsv([row(changes)]).split('\r\n')[1]

test.each([
  [{}, 'x,2026-11-22T10:00:00.000Z,1.5,error,Cobrar,,,canal,,,,,m/1,p,'],
  [{ proceso: 'A, "B"' }, 'x,2026-11-22T10:00:00.000Z,1.5,error,"A, ""B""",,,canal,,,,,m/1,p,'],
  [{ proceso: '=HOY()' }, "x,2026-11-22T10:00:00.000Z,1.5,error,'=HOY(),,,canal,,,,,m/1,p,"],
])('a run with %j is a line', (changes, line) => {
  expect(cellsOf(changes)).toBe(line)
})
