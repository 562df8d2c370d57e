import { EntornoRechaza, FLUJO_VERSION, type Paquete } from '@div/contract'
import { expect, test } from 'vitest'
import { type Envio, promote } from './promote.ts'

const ID = '0198c000-0000-7000-8000-000000000001'

function envio(nombre: string, ...llama: string[]): Envio {
  const flujo = { version: FLUJO_VERSION, nodos: [], conexiones: [] }
  const proceso: Paquete['proceso'] = { nombre, descripcion: '', modo: 'memoria', concurrencia: null, flujo }
  const paquete: Paquete = { formato: 'div-proceso', version: 1, proceso, dependencias: [], casosPrueba: [] }
  return { nombre, llama, paquete, reemplaza: undefined }
}

test('whoever calls what did not arrive stays as well, and the others go', async () => {
  const resultados = await promote([envio('Base'), envio('Llama', 'base'), envio('Otro')], {
    client: {
      async importPaquete({ proceso: { nombre } }) {
        if (nombre === 'Base') throw new EntornoRechaza({ entorno: 'Producción', motivo: 'no' })
        return { id: ID, revision: 1 }
      },
      publish: async () => ({ version: 3, sinCambios: false }),
    },
    publicar: true,
    nota: '',
    limiteMs: 1_000,
  })
  expect(resultados.map(({ nombre, estado, mensaje }) => [nombre, estado, mensaje])).toEqual([
    ['Base', 'fallido', expect.any(String)],
    ['Llama', 'sinIntentar', 'No se intentó: llama a «base», que no llegó.'],
    ['Otro', 'publicado', null],
  ])
})
