import { expect, test } from 'vitest'
import { compileMascaras, NO_MASKS } from '../history/mascaras.ts'
import type { RunRecord } from '../history/run-record.ts'
import { NO_SECRETS, SecretScope } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import { createWholeKeeper } from './keep-whole.ts'

const SHOWN = 500
const SECRET = 'CLAVE-DE-VERDAD'

function keeper(limits: Partial<Parameters<typeof createWholeKeeper>[0]['limits']> = {}) {
  return createWholeKeeper({
    limits: {
      pruebaValoresBytes: 1_000_000,
      pruebaValoresEnMemoriaBytes: 1_000_000,
      pruebaValoresPartes: 100,
      ...limits,
    },
    maxChars: SHOWN,
  })
}

const rows = (count: number, nota = '') => Array.from({ length: count }, (_each, id) => ({ id, nota }))

/** A run whose one node put this out, which is also its answer. */
function runOf(salida: unknown, cuerpo: unknown, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'x',
    inicio: 0,
    duracionMs: 1,
    estado: 'ok',
    procesoId: 'p',
    version: null,
    canalId: null,
    origen: 'prueba',
    entrada: {},
    respuesta: { estadoHttp: 200, cabeceras: {}, tipoContenido: null, cuerpo },
    pasos: [{ nodo: 'n', estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1, salida }],
    pasosOmitidos: 0,
    secretos: NO_SECRETS,
    traza: TRAZA_ENTERA,
    plan: { entrada: { clave: null }, ocultos: null, salidas: [] },
    ...more,
  }
}

test('what an output and the answer have in common is kept once, and a small value not at all', () => {
  const whole = keeper().begin(NO_MASKS)
  const value = { filas: rows(1_000) }
  const { valores, isWhole } = whole.divide(runOf(whole.hold(value, NO_SECRETS), value))
  expect(isWhole).toBe(true)
  expect(valores.map(({ lugares }) => lugares)).toEqual([
    [
      { paso: 0, lado: 'salida' },
      { paso: null, lado: 'salida' },
    ],
  ])
  const small = keeper().begin(NO_MASKS)
  expect(small.divide(runOf(small.hold({ a: 1 }, NO_SECRETS), { a: 1 })).valores).toEqual([])
})

test('a value that stayed alive in its span but is more than is shown is kept too', () => {
  const whole = keeper().begin(NO_MASKS)
  const value = { a: { b: rows(100) } }
  const held = whole.hold(value, NO_SECRETS)
  expect(held).toBe(value)
  expect(whole.divide(runOf(held, null)).valores[0]?.lugares).toEqual([{ paso: 0, lado: 'salida' }])
})

test('no page holds a secret, by value, by name, or derived from one', () => {
  const secretos = SecretScope.of([SECRET])
  const pagesOf = (more: Partial<RunRecord> = {}) => {
    const whole = keeper().begin(NO_MASKS)
    const value = {
      filas: rows(1_000, `con ${SECRET}`),
      clave: rows(300, 'de la formula'),
      token: 'no se ve',
    }
    const run = runOf(whole.hold(value, secretos), null, { secretos, ...more })
    return whole
      .divide(run)
      .valores.flatMap(({ partes }) => partes.flatMap(({ paginas }) => paginas.map(({ valor }) => valor)))
      .join('')
  }
  expect(pagesOf()).toContain('con •••')
  expect(pagesOf()).toContain('de la formula')
  expect(pagesOf()).not.toContain(SECRET)
  expect(pagesOf()).not.toContain('no se ve')
  const ocultos = new Map([['n', { entrada: null, salida: ['clave'] }]])
  expect(pagesOf({ plan: { entrada: { clave: null }, ocultos, salidas: [] } })).not.toContain('de la formula')
  expect(pagesOf({ secretos: secretos.hidingAll() })).toBe('')
})

test('what an admin hides is not in the pages of a large value, nor in what stands in its span', () => {
  const whole = keeper().begin(
    compileMascaras({ camposOcultos: ['nota'], patronesOcultos: ['\\d{4}-\\d{4}'] }),
  )
  const held = whole.hold(
    { filas: rows(1_000, 'reservado'), texto: `${'.'.repeat(300)}4111-1111` },
    NO_SECRETS,
  )
  const { valores } = whole.divide(runOf(held, null))
  expect(valores).toHaveLength(1)
  expect(JSON.stringify([held, valores])).toContain('•••')
  expect(JSON.stringify([held, valores])).not.toMatch(/reservado|4111/)
})

test('runs that go on at the same time share what a process has room for, and give it back', () => {
  const keep = keeper({ pruebaValoresEnMemoriaBytes: 20_000 })
  const divided = (whole: ReturnType<typeof keep.begin>) =>
    whole.divide(runOf(whole.hold({ filas: rows(2_000) }, NO_SECRETS), null))
  const first = keep.begin(NO_MASKS)
  const { valores, isWhole } = divided(first)
  expect([valores.length, isWhole]).toEqual([1, false])
  const second = keep.begin(NO_MASKS)
  expect(divided(second)).toEqual({ valores: [], isWhole: false })
  first.release()
  second.release()
  expect(divided(keep.begin(NO_MASKS)).valores).toHaveLength(1)
})
