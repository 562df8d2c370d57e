import type { Asercion } from '@div/contract'
import { expect, test } from 'vitest'
import { checkAserciones } from './check-aserciones.ts'

const RESPUESTA = {
  estado: 200,
  cabeceras: { 'content-type': 'application/json' },
  cuerpo: '{"clientes":[{"nombre":"Ana","alta":null}],"total":1,"ok":true}',
  duracionMs: 12.4,
}

test.each<[Partial<Asercion>, boolean, string]>([
  [{ que: 'estado', es: 'igual', valor: '200' }, true, 'El estado es 200'],
  [{ que: 'estado', es: 'igual', valor: '404' }, false, 'El estado es 404: es 200'],
  [
    { que: 'cabecera', nombre: 'Content-Type', es: 'contiene', valor: 'json' },
    true,
    'La cabecera Content-Type contiene json',
  ],
  [{ que: 'cabecera', nombre: 'ETag', es: 'existe' }, false, 'La cabecera ETag existe: no está'],
  [
    { que: 'campo', nombre: 'clientes[0].nombre', es: 'igual', valor: 'Ana' },
    true,
    'El campo clientes[0].nombre es Ana',
  ],
  [
    { que: 'campo', nombre: 'clientes[0].alta', es: 'igual', valor: 'null' },
    true,
    'El campo clientes[0].alta es null',
  ],
  [{ que: 'campo', nombre: 'total', es: 'mayor', valor: '1' }, false, 'El campo total es mayor que 1: es 1'],
  [{ que: 'campo', nombre: 'constructor', es: 'existe' }, false, 'El campo constructor existe: no está'],
  [
    { que: 'campo', nombre: 'clientes[7].nombre', es: 'distinto', valor: 'Ana' },
    true,
    'El campo clientes[7].nombre no es Ana',
  ],
  [{ que: 'texto', es: 'contiene', valor: '"ok"' }, true, 'El cuerpo contiene "ok"'],
  [{ que: 'tiempo', es: 'menor', valor: '500' }, true, 'El tiempo (ms) es menor que 500'],
  [{ que: 'tiempo', es: 'menor', valor: '' }, false, 'El tiempo (ms) es menor que : es 12'],
])('%j: %s', (asercion, cumple, mensaje) => {
  const whole: Asercion = { que: 'estado', nombre: '', es: 'igual', valor: '', ...asercion }
  expect(checkAserciones([whole], RESPUESTA)).toEqual([{ cumple, mensaje }])
})

test('an answer that is no JSON has no fields', () => {
  const asercion: Asercion = { que: 'campo', nombre: 'a', es: 'existe', valor: '' }
  expect(checkAserciones([asercion], { ...RESPUESTA, cuerpo: '<a/>' })).toMatchObject([{ cumple: false }])
})
