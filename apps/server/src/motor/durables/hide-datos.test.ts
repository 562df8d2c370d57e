import { expect, test } from 'vitest'
import { SecretScope } from '../history/secret-scope.ts'
import { hideDatos } from './hide-datos.ts'

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
  })
  expect(hidden).toEqual({
    ...espera,
    pedida: { ...pedida, datos: { clave: 'es •••', importe: 12_345, total: '•••', 'a•••': 'x' } },
  })
})
