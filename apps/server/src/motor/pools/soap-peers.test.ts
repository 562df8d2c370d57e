import { Binario, Fecha } from '@div/contract'
import {
  missingGsoap,
  missingSpyne,
  type Servicio,
  startAlmacenGsoap,
  startPedidos,
} from '@div/servidores/testing-soap'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callSoap, closeSoapPools, readSoapConfig } from './soap-testing.ts'

afterEach(closeSoapPools)

describe.skipIf(missingSpyne() !== null)('a service of spyne', () => {
  let pedidos: Servicio
  beforeAll(async () => {
    pedidos = await startPedidos()
  })
  afterAll(() => pedidos?.close())

  const configOf = (ruta: string) => readSoapConfig({ wsdl: `${pedidos.url}/${ruta}/?wsdl` })
  const LEER = { nombre: 'leer' }

  test.each(['soap11', 'soap12'])(
    'at %s answers what its WSDL says: dates, decimals, lists in lists, nulls and bytes',
    async (ruta) => {
      const config = await configOf(ruta)
      expect(await callSoap(config, { id: 7, Credenciales: { usuario: 'Ána' } }, LEER)).toEqual({
        cuerpo: {
          leerResult: {
            id: 7,
            cliente: 'Íñigo <&> Ána',
            nota: null,
            dia: new Fecha(2024, 2, 29),
            momento: new Date('2026-11-22T09:00:00Z'),
            estado: 'abierto',
            adjunto: new Binario(Buffer.from([0, 255])),
            lineas: {
              Linea: [
                { '@codigo': 'Á-1', importe: 1234567890123.45, etiquetas: { string: ['x', 'ñ'] } },
                { '@codigo': 'B', etiquetas: { string: [] } },
              ],
            },
          },
        },
        cabeceras: {},
      })
    },
  )

  test('takes a type that extends the declared one, nested lists and nulls', async () => {
    const pedido = {
      '@xsi:type': 'Urgente',
      id: 9,
      cliente: 'Ñandú',
      nota: null,
      dia: '2026-11-22',
      estado: 'cerrado',
      lineas: { Linea: [{ '@codigo': 'A', importe: '0.10', etiquetas: { string: ['1', '2'] } }] },
      plazo: 3,
    }
    expect(await callSoap(await configOf('soap11'), { pedido }, { nombre: 'guardar' })).toMatchObject({
      cuerpo: { guardarResult: 'Urgente 9 Ñandú None 2026-11-22 cerrado A=0.10:1,2' },
    })
  })

  test.each([
    ['soap11', 'Client.NoExiste'],
    ['soap12', 'Sender'],
  ])('a fault at %s is a failure with its reason and detail', async (ruta, codigo) => {
    await expect(callSoap(await configOf(ruta), { id: 0 }, LEER)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      extra: { falla: { codigo, motivo: 'No hay ningún pedido 0.' } },
    })
  })
})

describe.skipIf(missingGsoap() !== null)('a service of gSOAP, rpc and literal', () => {
  let almacen: Awaited<ReturnType<typeof startAlmacenGsoap>>
  let config: Record<string, unknown>
  beforeAll(async () => {
    almacen = await startAlmacenGsoap()
    config = await readSoapConfig({
      archivos: [{ nombre: 'Almacen.wsdl', contenido: almacen.wsdl }],
      direccion: almacen.url,
    })
  }, 180_000)
  afterAll(() => almacen?.close())

  const articulo = {
    '@codigo': 'Á-1',
    nombre: 'Té <&>',
    precio: '10.50',
    estado: 'abierto',
    etiqueta: ['x', 'ñ'],
  }
  const repeat = (veces: number) => callSoap(config, { veces, articulo }, { nombre: 'Repetir' })

  test('takes and answers attributes, enumerations, decimals and lists', async () => {
    const read = { ...articulo, precio: 10.5 }
    expect(await repeat(2)).toEqual({ cuerpo: { articulos: { articulo: [read, read] } }, cabeceras: {} })
    expect(await repeat(0)).toEqual({ cuerpo: { articulos: { articulo: [] } }, cabeceras: {} })
  })

  test('a fault is a failure with the detail that its WSDL declares', async () => {
    await expect(repeat(5)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      extra: {
        falla: { codigo: 'Server', motivo: 'No hay tantos artículos.', detalle: { noHay: { falta: 2 } } },
      },
    })
  })
})
