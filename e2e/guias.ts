import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createTestDatabase } from '../apps/server/src/db/testing.ts'
import { ENLACES } from '../apps/web/src/features/documentacion/lector/enlaces.ts'
import type { Bloque } from '../apps/web/src/features/documentacion/lector/pagina.ts'
import { readPagina } from '../apps/web/src/features/documentacion/lector/read-pagina.ts'

/** An example of a page; the words behind its language say what is done with it. */
export interface Ejemplo {
  lenguaje: string
  papel: string
  detalle: readonly string[]
  codigo: string
}

/** Each is followed as it is written: what it prepares, imports, publishes and calls, and what is answered then. */
export const GUIAS: readonly string[] = [
  'primer-canal',
  'procedimiento-con-out',
  'transacciones',
  'dividir-y-unir',
  'errores-y-reintentos',
  'procesos-durables',
  'soap-desde-wsdl',
  'herramientas-mcp',
  'seguridad',
  'operacion',
  'canales',
  'consumo-servidores',
  'transformaciones',
  'pool-asincrono',
]

const PAGES = new URL('../apps/web/src/features/documentacion/paginas/', import.meta.url)

function readGuia(guia: string): readonly Bloque[] {
  return readPagina(readFileSync(new URL(`${guia}.md`, PAGES), 'utf8'), ENLACES).bloques
}

export function readEjemplos(guia: string): Ejemplo[] {
  return readGuia(guia)
    .filter(isCodigo)
    .map(({ lenguaje, papel, codigo }) => {
      const [role = '', ...detalle] = papel.split(' ')
      return { lenguaje, papel: role, detalle, codigo }
    })
}

function isCodigo(bloque: Bloque): bloque is Extract<Bloque, { tipo: 'codigo' }> {
  return bloque.tipo === 'codigo'
}

/** What stands as code in the columns under `cabecera`. */
export function readColumna(guia: string, cabecera: string): string[] {
  return readGuia(guia).flatMap((bloque) => {
    if (bloque.tipo !== 'tabla') return []
    const place = bloque.cabecera.findIndex(([title]) => title === cabecera)
    return bloque.filas.flatMap(({ celdas }) => {
      const first = celdas[place]?.[0]
      return typeof first === 'object' && 'codigo' in first ? [first.codigo] : []
    })
  })
}

interface Peticion {
  metodo: string
  ruta: string
  cabeceras: Record<string, string>
  cuerpo: string | undefined
}

/** A request as pages write it: its first line, its headers, an empty line and its body. */
export function readPeticion(codigo: string): Peticion {
  const [head = '', ...body] = codigo.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [metodo = '', ruta = ''] = first.split(' ')
  const cabeceras = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { metodo, ruta, cabeceras, cuerpo: body.length === 0 ? undefined : body.join('\n\n') }
}

/** The database of the guides: Chinook, where its script is at hand, else what the first guide makes of it. */
export async function createChinook() {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  const script = process.env.DIV_TEST_CHINOOK
  await client.query(script === undefined ? firstTables() : tablesOf(readFileSync(script, 'utf8')))
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    servidor: {
      nombre: 'Chinook',
      tipoServidor: 'postgresql',
      permitirRedPrivada: true,
      config: {
        host: hostname,
        puerto: Number(port || 5432),
        baseDatos: pathname.slice(1),
        usuario: decodeURIComponent(username),
        contrasena: decodeURIComponent(password),
      },
    },
    run: async (sql: string) => (await client.query(sql)).rows,
    async drop() {
      await client.end()
      await drop()
    },
  }
}

function firstTables(): string {
  const [{ codigo } = { codigo: '' }] = readEjemplos('primer-canal').filter(
    ({ papel }) => papel === 'preparar',
  )
  return codigo
}

/** Of the script for psql what a database takes that is there already. */
function tablesOf(script: string): string {
  return script.replace(/^\\.*$/gm, '').replace(/^(DROP|CREATE) DATABASE[^;]*;/gm, '')
}
