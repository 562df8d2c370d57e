import { expect, test } from 'vitest'
import { problemOfRun } from './problem-of-run.ts'

test.each<[string, number, string, RegExp, number | null]>([
  ['EXPRESION_FALLIDA', 500, 'El proceso falló', /^La operación falló/, null],
  ['ENTRADA_INVALIDA', 500, 'El proceso falló', /^La operación falló/, null],
  ['PROCESO_NO_EJECUTABLE', 500, 'El proceso falló', /^La operación falló/, null],
  ['ERROR_INTERNO', 500, 'Error interno', /^La operación falló/, null],
  ['SERVIDOR_RECHAZA', 502, 'Falló un sistema externo', /falló/, null],
  ['POOL_AGOTADO', 503, 'No disponible por ahora', /Reintente en unos segundos/, 7],
  ['SERVIDOR_INACTIVO', 503, 'No disponible por ahora', /está desactivado\. Avise/, null],
  ['EJECUCION_CANCELADA', 503, 'Ejecución cancelada', /canceló la ejecución/, null],
  ['BASE_DE_DATOS_LLENA', 507, 'Sin espacio', /No queda sitio/, null],
  ['TIEMPO_AGOTADO', 504, 'Tiempo agotado', /a tiempo/, null],
])('a run that failed with %s answers %i, %s', (codigo, status, title, detail, retrySeconds) => {
  const error = { codigo, mensaje: 'secreto', nodo: 'n2', detalle: { reintentarEnSegundos: 7 } }
  const problem = problemOfRun(error, 'e1')
  expect(problem).toMatchObject({ status, retrySeconds })
  expect(JSON.parse(problem.body)).toEqual({
    type: 'about:blank',
    title,
    status,
    detail: expect.stringMatching(detail),
    codigo,
    errores: [],
    idEjecucion: 'e1',
  })
})
