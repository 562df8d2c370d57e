import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { planFuente } from './plan-fuente.ts'

const huella = (text: string) => createHash('sha256').update(text).digest()
const found = (clave: string, text: string) => ({
  clave,
  nombre: clave,
  tipo: 'texto' as const,
  bytes: Buffer.from(text),
  huella: huella(text),
})
const known = (clave: string, text: string) => ({ id: `id-${clave}`, clave, huella: huella(text) })

test('what is new is made, what says something else is changed, what is gone goes, and the rest stays', () => {
  const plan = planFuente([known('a', 'uno'), known('b', 'dos'), known('c', 'tres'), known('d', 'cuatro')], {
    encontrados: [found('a', 'uno'), found('b', 'otro'), found('e', 'cinco')],
    presentes: ['d', 'nunca leído'],
  })
  expect(plan.crear.map(({ clave }) => clave)).toEqual(['e'])
  expect(plan.cambiar.map(({ id }) => id)).toEqual(['id-b'])
  expect(plan.quitar).toEqual(['id-c'])
  expect(plan.cuentas).toEqual({ nuevos: 1, cambiados: 1, iguales: 2, quitados: 1 })
})
