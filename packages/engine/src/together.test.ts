import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flujoDe, type NodoDePrueba, runFlujo, salida } from './testing.ts'

/*
 * Items of a region that only compute are computed together, a part of a formula for all of them before the next. Told one by one, each
 * has a frame of its own and is computed by itself: both have to say the same.
 */

const PARTES = [
  'elemento',
  'elemento.a',
  'elemento.b',
  'elemento.constructor',
  'elemento["a"]',
  'p.elemento.a',
  'indice',
  'e.n',
  'NULO',
  '2',
  '1.16',
  '"x"',
]
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...PARTES.filter((parte) => parte !== 'elemento.constructor')),
    fc
      .tuple(tie('formula'), fc.constantFrom('+', '-', '*', '/', '%', '&', '=', '<', 'Y'), tie('formula'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('formula').map((each) => `MAYUSCULAS(${each})`),
    tie('formula').map((each) => `ABS(${each})`),
    tie('formula').map((each) => `-(${each})`),
    fc
      .tuple(tie('formula'), fc.constantFrom('0', '2', 'elemento.b'))
      .map(([each, places]) => `REDONDEAR(${each}; ${places})`),
    fc.tuple(tie('formula'), tie('formula')).map(([each, other]) => `SI_ERROR(${each}; ${other})`),
    fc.tuple(tie('formula'), tie('formula')).map(([each, other]) => `SI(elemento.a = 1; ${each}; ${other})`),
    tie('formula').map((each) => `CONTAR(MAPEAR([1; 2]; ${each}))`),
  ),
}))

const dato = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -9, max: 999 }) },
  { weight: 4, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((units) => units / 1_000) },
  fc.constantFrom(
    '12.5',
    '12345678901234567.89',
    'texto',
    '',
    'ñ'.repeat(600),
    null,
    true,
    1e300,
    9_007_199_254_740_991,
  ),
  fc.constantFrom([1, 2], { a: 1 }),
)
const item = fc.oneof(
  { weight: 8, arbitrary: fc.record({ a: dato, b: dato }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: dato },
)
const cifras = fc.integer({ min: -99_999, max: 99_999 }).map((units) => units / 100)
/** Most lists are of one kind. */
const items = fc.oneof(
  fc.array(item, { maxLength: 90, size: 'max' }),
  fc.array(fc.record({ a: cifras, b: fc.integer({ min: 0, max: 3 }) }), { maxLength: 90, size: 'max' }),
  fc.array(fc.record({ a: fc.string(), b: fc.option(cifras) }, { requiredKeys: ['b'] }), {
    maxLength: 90,
    size: 'max',
  }),
)

test('items that are computed together yield what each yields by itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(formula, { minLength: 1, maxLength: 3 }),
      items,
      fc.constantFrom('detener', 'continuar'),
      fc.constantFrom({}, { pasosFormula: 3 }, { elementos: 40 }),
      async (formulas, lista, enError, limits) => {
        const nodos: NodoDePrueba[] = [
          { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'lista', valor: lista }] },
          { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'lista' }, enError },
          {
            id: 't',
            tipo: 'transformacion',
            parametros: formulas.map((expresion, index) => ({ nombre: `v${index}`, expresion })),
          },
          { id: 'j', tipo: 'splitter-join', split: 'p' },
          salida('s', { elementos: 'j.elementos', errores: 'j.errores', total: 'j.total' }),
        ]
        const flujo = flujoDe(nodos, 'e>l>p p:elemento>t>j>s')
        const run = async (iteraciones: number) => {
          const { result } = await runFlujo(flujo, { limits, entrada: { n: 3 }, ports: { iteraciones } })
          return result
        }
        const [alone, together] = [await run(Number.POSITIVE_INFINITY), await run(2)]
        expect([together.estado, together.respuesta, together.error]).toStrictEqual([
          alone.estado,
          alone.respuesta,
          alone.error,
        ])
        expect(timesOf(together.pasos)).toEqual(timesOf(alone.pasos))
      },
    ),
    { numRuns: 1_500 },
  )
})

test('an item that SI_ERROR would answer for is not told that steps ran out which others took', async () => {
  // Each takes some hundred steps of its own: little, and of twenty together too much, at whichever item that is.
  const lista = Array.from({ length: 40 }, () => ({ a: 'x', b: Array.from({ length: 100 }, () => 1) }))
  const flujo = flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'lista', valor: lista }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'lista' } },
      {
        id: 't',
        tipo: 'transformacion',
        parametros: [
          { nombre: 'v', expresion: 'elemento.a & SI_ERROR(SUMA(MAPEAR(elemento.b; elemento + 1)); "?")' },
        ],
      },
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      salida('s', { elementos: 'j.elementos' }),
    ],
    'e>l>p p:elemento>t>j>s',
  )
  for (let pasosFormula = 1_000; pasosFormula < 9_000; pasosFormula += 250) {
    const { result } = await runFlujo(flujo, {
      limits: { pasosFormula },
      entrada: { n: 3 },
      ports: { iteraciones: 3 },
    })
    expect([pasosFormula, JSON.stringify(result.respuesta).includes('?')]).toEqual([pasosFormula, false])
  }
})

/** How often each node ended in each way. */
function timesOf(pasos: readonly { nodo: string; estado: string; iteraciones?: number }[]) {
  const times: Record<string, number> = {}
  for (const { nodo, estado, iteraciones = 1 } of pasos) {
    times[`${nodo} ${estado}`] = (times[`${nodo} ${estado}`] ?? 0) + iteraciones
  }
  return times
}
