import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { firstViewport } from './first-viewport.ts'
import { NAMES_ZOOM } from './fit.ts'

const WIDE = { width: 1_000, height: 600 }
const PHONE = { width: 390, height: 700 }

/** So many one after the other. */
function row(many: number): Flujo {
  const [entrada] = newFlujo().nodos
  if (entrada === undefined) throw new Error('a new drawing has an entrada')
  const nodos = Array.from({ length: many }, (_, at) => ({
    ...entrada,
    id: `n${at + 1}`,
    tipo: at === 0 ? ('entrada' as const) : ('transformacion' as const),
    posicion: { x: at * 320, y: 0 },
  }))
  const conexiones = nodos.slice(1).map(({ id }, at) => ({ id: `c${at}`, origen: `n${at + 1}`, destino: id }))
  return { ...newFlujo(), nodos, conexiones }
}

test('a small drawing is seen in its own size, in the middle', () => {
  // A node is 216 wide.
  expect(firstViewport(row(2), WIDE, false)).toMatchObject({ x: 500 - (320 + 216) / 2, zoom: 1 })
})

test('of a large one all is seen, with its frames, beside what stands upon the canvas', () => {
  const grupo = {
    id: 'g1',
    nombre: '',
    color: 'azul' as const,
    posicion: { x: 0, y: 2_000 },
    tamano: { ancho: 100, alto: 1_000 },
  }
  const { x, y, zoom } = firstViewport({ ...row(20), grupos: [grupo] }, WIDE, false)
  const right = (19 * 320 + 216) * zoom + x
  const bottom = 3_000 * zoom + y
  expect({ left: x >= 40, top: y >= 40, right: right <= 960, bottom: bottom <= 600 - 136 }).toEqual({
    left: true,
    top: true,
    right: true,
    bottom: true,
  })
})

test('six nodes in a row are seen whole, with their names, on a telephone', () => {
  const { x, zoom } = firstViewport(row(6), PHONE, true)
  expect(zoom).toBeGreaterThanOrEqual(NAMES_ZOOM)
  expect([x >= 12, (5 * 320 + 216) * zoom + x <= PHONE.width - 12]).toEqual([true, true])
})

test('where there is no room for the whole, its first nodes', () => {
  expect(firstViewport(row(20), PHONE, true).zoom).toBeGreaterThan(firstViewport(row(20), PHONE, false).zoom)
})

test.each([
  ['nothing is drawn', row(0), WIDE],
  ['there is no room', row(5), { width: 0, height: 0 }],
])('it begins where the plane begins when %s', (_, flujo, size) => {
  expect(firstViewport(flujo, size, false)).toEqual({ x: 0, y: 0, zoom: 1 })
})
