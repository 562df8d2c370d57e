import { expect, test } from 'vitest'
import { connectDeps } from '../sql/testing.ts'
import { operacion } from './operacion.ts'

/** What a retry may ask of a prepared operation. */
const prepare = (objeto: object) =>
  operacion.prepare(operacion.objeto.parse({ ruta: '/pagos', ...objeto }), [], connectDeps())

test.each([
  ['GET', undefined, { efecto: 'lectura', repetible: true }],
  ['PUT', undefined, { efecto: 'escritura', repetible: true }],
  ['DELETE', undefined, { efecto: 'escritura', repetible: true }],
  ['POST', undefined, { efecto: 'escritura', repetible: false }],
  ['PATCH', undefined, { efecto: 'escritura', repetible: false }],
  ['POST', 'Idempotency-Key', { efecto: 'escritura', repetible: true }],
])(
  'a %s with the key %s is repeated only when that changes nothing more',
  (metodo, claveIdempotencia, expected) => {
    expect(prepare({ metodo, ...(claveIdempotencia && { claveIdempotencia }) })).toMatchObject(expected)
  },
)
