import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Vinculos } from '@div/contract'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

const MONTH_MS = 30 * 24 * 3_600_000

/** A whole product that listens on a port, with an admin and somebody who operates it. */
export async function startDiv(options: Parameters<typeof startWholeApi>[0] = {}) {
  const api = await startWholeApi(options)
  await api.addUsuario('jefa', 'admin')
  await api.addUsuario('ana', 'operador')
  await api.addUsuario('luis', 'lectura')
  const urlBase = await api.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...api, urlBase }
}
export type Div = Awaited<ReturnType<typeof startDiv>>

/** A clave de API of somebody. */
export async function addClave(api: WholeApi, username: string): Promise<{ id: string; clave: string }> {
  const { token } = await api.signIn(username)
  const body = { nombre: 'Promociones', expiraEn: new Date(Date.now() + MONTH_MS).toISOString() }
  return (await api.call('POST', '/api/auth/claves', { token, body })).json()
}

export function describeEntorno(values: {
  urlBase: string
  clave: string
  nombre?: string
  vinculos?: Partial<Vinculos>
  promueven?: 'admin' | 'operador'
}) {
  return { nombre: 'Producción', permitirRedPrivada: true, ...values }
}

export interface Web {
  url: string
  close(): Promise<void>
}

export async function startWeb(listener: RequestListener): Promise<Web> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A REST service that says its name. */
export const sayName = (nombre: string) =>
  startWeb((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ nombre }))
  })

/** Asks a service who it is, and says what a parámetro holds. */
export function flujoDeConsulta(servidorId: string, nota = '') {
  return {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Preguntar',
        posicion: { x: 240, y: 0 },
        ...(nota !== '' && { nota }),
        servidorId,
        tipoServidor: 'rest',
        tipoObjeto: 'operacion',
        objeto: { metodo: 'GET', ruta: '/quien' },
        parametros: [],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion: { x: 480, y: 0 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'nombre', tipo: 'texto', expresion: 'n2.cuerpo.nombre', orden: 1 },
          { nombre: 'iva', tipo: 'decimal', expresion: 'PARAMETRO("iva")', orden: 2 },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}

export function flujoQueLlama(internoId: string, procesoId: string) {
  return {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Consultar',
        posicion: { x: 240, y: 0 },
        servidorId: internoId,
        tipoServidor: 'interno',
        tipoObjeto: 'proceso',
        objeto: { procesoId },
        parametros: [],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion: { x: 480, y: 0 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'cuerpo', tipo: 'cualquiera', valorAsignado: { nodo: 'n2', ruta: '' }, orden: 1 },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}
