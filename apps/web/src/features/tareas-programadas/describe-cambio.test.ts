import { expect, test } from 'vitest'
import { describeCambio } from './describe-cambio.ts'

const PRIMAVERA = { momento: '2026-03-29T01:00:00.000Z', desfaseAntes: 60, desfaseDespues: 120 }
const LISBOA = { momento: '2026-03-29T01:00:00.000Z', desfaseAntes: 0, desfaseDespues: 60 }
const OTONO = { momento: '2026-04-05T03:00:00.000Z', desfaseAntes: -180, desfaseDespues: -240 }

test.each([
  [
    { ...PRIMAVERA, efecto: 'despues', hora: '02:30' },
    'Se adelanta el reloj: de las 02:00 a las 03:00.',
    'Las 02:30 no existen ese día: se dispara a las 03:00.',
  ],
  [
    { ...PRIMAVERA, efecto: 'seOmite', hora: '02:15' },
    'Se adelanta el reloj: de las 02:00 a las 03:00.',
    'Lo que toca de las 02:00 a las 03:00 no se dispara: esas horas no existen ese día.',
  ],
  [
    { ...LISBOA, efecto: 'despues', hora: '01:30' },
    'Se adelanta el reloj: de la 01:00 a las 02:00.',
    'La 01:30 no existe ese día: se dispara a las 02:00.',
  ],
  [
    { ...LISBOA, desfaseAntes: 60, desfaseDespues: 0, efecto: 'unaVez', hora: '01:30' },
    'Se atrasa el reloj: de las 02:00 a la 01:00.',
    'La 01:30 llega dos veces: se dispara solo la primera.',
  ],
  [
    { ...OTONO, efecto: 'unaVez', hora: '23:30' },
    'Se atrasa el reloj: de las 00:00 a las 23:00.',
    'Las 23:30 llegan dos veces: se dispara solo la primera.',
  ],
  [
    { ...OTONO, efecto: 'dosVeces', hora: '23:00' },
    'Se atrasa el reloj: de las 00:00 a las 23:00.',
    'De las 23:00 a las 00:00 se dispara dos veces: esas horas se repiten.',
  ],
] as const)('%o', (cambio, reloj, efecto) => {
  expect(describeCambio(cambio)).toEqual({ reloj, efecto })
})
