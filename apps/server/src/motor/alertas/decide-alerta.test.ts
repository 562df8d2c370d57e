import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideAlerta, type Hallazgo, type IncidenciaAbierta, type ReglaDeAviso } from './decide-alerta.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const REGLA: ReglaDeAviso = { repetirMinutos: null, recuperaMinutos: 0, silenciadaHasta: null }
const SILENT = { silenciadaHasta: ago(-10) }
const found: Hallazgo = { sujeto: '', mensaje: 'Fallaron 3.' }
const open: IncidenciaAbierta = {
  id: 'i',
  sujeto: '',
  mensaje: 'Fallaron 2.',
  desde: ago(30),
  avisada: ago(30),
  bienDesde: null,
}

const decide = (
  regla: Partial<ReglaDeAviso>,
  { hallazgos = [], abiertas = [] }: { hallazgos?: Hallazgo[]; abiertas?: IncidenciaAbierta[] },
) => decideAlerta({ ...REGLA, ...regla }, { hallazgos, abiertas, now: NOW })

test.each<[string, Partial<ReglaDeAviso>, Parameters<typeof decide>[1], object[]]>([
  ['nothing is found', {}, {}, []],
  ['what begins is told', {}, { hallazgos: [found] }, [{ que: 'abrir', ...found, dice: 'alerta' }]],
  ['what begins while it is silenced is not', SILENT, { hallazgos: [found] }, [{ que: 'abrir', dice: null }]],
  [
    'a silence that is over keeps nobody from being told',
    { silenciadaHasta: ago(1) },
    { hallazgos: [found] },
    [{ que: 'abrir', dice: 'alerta' }],
  ],
  [
    'what goes on is not told again',
    {},
    { hallazgos: [found], abiertas: [open] },
    [{ que: 'seguir', id: 'i', mensaje: 'Fallaron 3.', dice: null }],
  ],
  [
    'but after the interval that the rule names',
    { repetirMinutos: 30 },
    { hallazgos: [found], abiertas: [open] },
    [{ que: 'seguir', dice: 'repeticion' }],
  ],
  [
    'and not before',
    { repetirMinutos: 31 },
    { hallazgos: [found], abiertas: [open] },
    [{ que: 'seguir', dice: null }],
  ],
  [
    'what began in silence is told when it stands after it',
    {},
    { hallazgos: [found], abiertas: [{ ...open, avisada: null }] },
    [{ que: 'seguir', dice: 'alerta' }],
  ],
  [
    'an end is told to who was told of the beginning',
    {},
    { abiertas: [open] },
    [
      {
        que: 'cerrar',
        id: 'i',
        mensaje: 'Se recuperó tras 30 min. Lo que se avisó: Fallaron 2.',
        dice: 'recuperacion',
      },
    ],
  ],
  ['and to nobody else', {}, { abiertas: [{ ...open, avisada: null }] }, [{ que: 'cerrar', dice: null }]],
  [
    'also in silence: they would wait for it',
    SILENT,
    { abiertas: [open] },
    [{ que: 'cerrar', dice: 'recuperacion' }],
  ],
  [
    'what began and ended in silence is told to nobody',
    SILENT,
    { abiertas: [{ ...open, avisada: null }] },
    [{ que: 'cerrar', dice: null }],
  ],
  [
    'it is over when it has been well for as long as the rule says',
    { recuperaMinutos: 5 },
    { abiertas: [open] },
    [{ que: 'esperar', id: 'i', bienDesde: NOW }],
  ],
  [
    'and then it is',
    { recuperaMinutos: 5 },
    { abiertas: [{ ...open, bienDesde: ago(5) }] },
    [{ que: 'cerrar', dice: 'recuperacion' }],
  ],
])('%s', (_title, regla, seen, pasos) => {
  const decided = decide(regla, seen)
  expect(decided).toHaveLength(pasos.length)
  expect(decided).toMatchObject(pasos)
})

test('of many things each has its own beginning and end', () => {
  const abiertas = ['a', 'b'].map((sujeto) => ({ ...open, id: sujeto, sujeto }))
  const hallazgos = ['b', 'c'].map((sujeto) => ({ sujeto, mensaje: sujeto }))
  expect(decide({}, { hallazgos, abiertas }).map(({ que }) => que)).toEqual(['cerrar', 'seguir', 'abrir'])
})

test('whatever comes, nobody is told of an end without a beginning, nor twice of one beginning', () => {
  const holds = fc.array(fc.boolean(), { maxLength: 40 })
  fc.assert(
    fc.property(
      holds,
      fc.nat(3),
      fc.option(fc.integer({ min: 1, max: 5 })),
      (looks, recuperaMinutos, repetir) => {
        const told: (string | null)[] = []
        let abierta: IncidenciaAbierta | null = null
        for (const [minute, isHolding] of looks.entries()) {
          const now = ago(-minute)
          const [paso] = decideAlerta(
            { ...REGLA, recuperaMinutos, repetirMinutos: repetir },
            { hallazgos: isHolding ? [found] : [], abiertas: abierta ? [abierta] : [], now },
          )
          if (!paso) continue
          if (paso.que !== 'esperar' && paso.dice !== null) told.push(paso.dice)
          abierta = goOn(abierta, paso, now)
        }
        const ends = told.filter((each) => each !== 'repeticion')
        expect(ends).toEqual(ends.map((_, index) => (index % 2 === 0 ? 'alerta' : 'recuperacion')))
      },
    ),
  )
})

function goOn(
  before: IncidenciaAbierta | null,
  paso: ReturnType<typeof decideAlerta>[number],
  now: Date,
): IncidenciaAbierta | null {
  if (paso.que === 'cerrar') return null
  if (paso.que === 'esperar') return before && { ...before, bienDesde: paso.bienDesde }
  return { ...open, avisada: paso.dice === null ? (before?.avisada ?? null) : now }
}
