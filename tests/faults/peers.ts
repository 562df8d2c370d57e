import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Servidor } from './fault-motor.ts'

/** A real system behind the proxy: what it is called as, and one call that it answers with more bytes than a packet holds. */
export interface Peer {
  nombre: string
  address: { host: string; port: number }
  /** As a servidor that reaches it at another address. */
  servidorAt(address: { host: string; port: number }): Servidor
  tipoObjeto: string
  objeto: object
  close(): Promise<void>
}

const ROWS = 200

export function postgresPeer(url = process.env.DIV_TEST_POSTGRES ?? '', rows = ROWS): Peer {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    nombre: 'PostgreSQL',
    address: { host: hostname, port: Number(port) },
    servidorAt: (address) => ({
      tipoServidor: 'postgresql',
      config: {
        host: address.host,
        puerto: address.port,
        baseDatos: pathname.slice(1),
        usuario: decodeURIComponent(username),
        contrasena: decodeURIComponent(password),
      },
    }),
    tipoObjeto: 'consulta',
    objeto: { sql: `select n, repeat('x', 100) as texto from generate_series(1, ${rows}) n` },
    close: async () => {},
  }
}

export function mariadbPeer(): Peer {
  return {
    nombre: 'MariaDB',
    address: { host: '127.0.0.1', port: 3306 },
    servidorAt: (address) => ({
      tipoServidor: 'mysql',
      config: {
        host: address.host,
        puerto: address.port,
        baseDatos: 'mysql',
        usuario: 'root',
        contrasena: '',
      },
    }),
    tipoObjeto: 'consulta',
    objeto: { sql: `select seq as n, repeat('x', 100) as texto from seq_1_to_${ROWS}` },
    close: async () => {},
  }
}

export async function httpPeer(rows = ROWS): Promise<Peer> {
  const body = JSON.stringify(Array.from({ length: rows }, (_, n) => ({ n, texto: 'x'.repeat(100) })))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return {
    nombre: 'REST',
    address: { host: '127.0.0.1', port: address.port },
    servidorAt: ({ host, port }) => ({ tipoServidor: 'rest', config: { urlBase: `http://${host}:${port}` } }),
    tipoObjeto: 'operacion',
    objeto: { metodo: 'GET', ruta: '/' },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
