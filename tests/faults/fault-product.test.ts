import { expect, test } from 'vitest'
import { sumsOf } from './fault-product.ts'

test('metrics that are not answered tell nothing, and not that all is well', () => {
  const { NaN: none } = Number
  expect(sumsOf('Service Unavailable')).toEqual({
    activas: none,
    prestadas: 0,
    pendientes: none,
    descartadas: none,
  })
})

test('what several workers tell is added up', () => {
  const metrics = [1, 2].map(
    (worker) => `div_ejecuciones_activas{nodo="${worker}"} ${worker}
div_pool_conexiones{servidor="Tienda",estado="activa"} 1
div_pool_conexiones{servidor="Tienda",estado="en_espera"} 2
div_pool_conexiones{servidor="Tienda",estado="libre"} 4
div_historial_pendientes 0
div_historial_descartadas 3`,
  )
  expect(sumsOf(metrics.join('\n'))).toEqual({ activas: 3, prestadas: 6, pendientes: 0, descartadas: 6 })
})
