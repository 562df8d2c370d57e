import type { Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { nameCampo, nameDifference } from './name-campo.ts'

const NODO = {
  id: 'n2',
  tipo: 'condicion',
  nombre: 'Reparto',
  posicion: { x: 0, y: 0 },
  parametros: [{ nombre: 'pais' }, { nombre: 'ciudad', expresion: '1 +' }, { nombre: '' }],
  casos: [{ nombre: 'grande', regla: { y: [{}] } }],
  pasos: [{ tipo: 'filtrar' }],
} satisfies Nodo

test.each([
  ['parametros[1].expresion', '«ciudad»'],
  ['parametros[1]', '«ciudad»'],
  ['parametros[2].nombre', 'dato 3 › nombre'],
  ['casos[0].regla.y[0].derecha', '«grande»'],
  ['pasos[0].regla', 'paso 1'],
  ['objeto.sql', 'objeto › SQL'],
  ['politica.enError', 'política › si falla'],
  ['conexiones', 'conexiones'],
  ['desconocido[0]', ''],
  ['', ''],
])('%s is called %s', (campo, expected) => {
  expect(nameCampo(campo, NODO)).toBe(expected)
})

test.each([
  ['parametros.pedidos', '«pedidos»'],
  ['parametros.cuerpo.total', '«cuerpo.total»'],
  ['politica.reintentos.max', 'política › reintentos › veces'],
  ['estadoHttp', 'estado HTTP'],
  ['objeto.filtro', 'objeto › filtro'],
  ['orden de los parámetros', 'orden de los parámetros'],
])('what differs at %s is called %s', (campo, expected) => {
  expect(nameDifference(campo)).toBe(expected)
})
