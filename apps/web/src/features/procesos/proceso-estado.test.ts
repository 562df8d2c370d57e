import { expect, test } from 'vitest'
import { describeEstado, estadoOfProceso } from './proceso-estado.ts'

test.each([
  [null, true, 'sin-publicar', 'Sin publicar'],
  [3, true, 'con-cambios', 'Versión 3 · con cambios'],
  [3, false, 'publicado', 'Versión 3'],
] as const)('published %j, with changes %j: %s', (versionPublicada, conCambios, estado, words) => {
  expect(estadoOfProceso({ versionPublicada, conCambios })).toBe(estado)
  expect(describeEstado({ versionPublicada, conCambios })).toBe(words)
})
