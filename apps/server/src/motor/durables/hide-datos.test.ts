import { expect, test } from 'vitest'
import type { History } from '../history/history.ts'
import { compileMascaras, type Mascaras, NO_MASKS } from '../history/mascaras.ts'
import { createSampler } from '../history/sample.ts'
import { NO_SECRETS, SecretScope } from '../history/secret-scope.ts'
import { hideDatos } from './hide-datos.ts'

const keeping = (mascaras: Mascaras = NO_MASKS): Pick<History, 'clean'> => {
  const sampler = createSampler({ maxChars: 500, mascaras })
  return { clean: (value, secretos) => JSON.parse(sampler.begin(secretos)(value)) }
}

test('what whoever decides is shown stays data, whatever the secrets are', () => {
  const pedida = {
    clase: 'aprobacion',
    vence: null,
    titulo: 'Pago',
    descripcion: '',
    rol: 'operador',
    datos: { clave: 'es abcd', importe: 12_345, total: 1_234, 'a":"b': 'x' },
  } as const
  const espera = { nodo: 'a', iteracion: null, region: null, pedida }
  const hidden = hideDatos(espera, {
    plan: { ocultos: null },
    secretos: SecretScope.of(['abcd', '1234', '":"b']),
    history: keeping(),
  })
  expect(hidden).toEqual({
    ...espera,
    pedida: { ...pedida, datos: { clave: 'es •••', importe: 12_345, total: '•••', 'a•••': 'x' } },
  })
})

test('an approval shows what the history would keep: without what an admin hides, and no more', () => {
  const datos = { nota: 'reservado', tarjeta: `${'.'.repeat(300)}4111-1111`, largo: 'x'.repeat(5_000) }
  const pedida = {
    clase: 'aprobacion',
    vence: null,
    titulo: '',
    descripcion: '',
    rol: 'operador',
    datos,
  } as const
  const espera = { nodo: 'a', iteracion: null, region: null, pedida }
  const history = keeping(compileMascaras({ camposOcultos: ['nota'], patronesOcultos: ['\\d{4}-\\d{4}'] }))
  const shown = JSON.stringify(hideDatos(espera, { plan: { ocultos: null }, secretos: NO_SECRETS, history }))
  expect(shown).toContain('•••')
  expect(shown).not.toMatch(/reservado|4111/)
  expect(shown.length).toBeLessThan(1_000)
  const hidden = hideDatos(espera, { plan: { ocultos: null }, secretos: NO_SECRETS.hidingAll(), history })
  expect(hidden.pedida).toMatchObject({ datos: { nota: '•••', tarjeta: '•••', largo: '•••' } })
})
