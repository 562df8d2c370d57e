import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/*
 * What the drawn processes are measured against: the same work, written by hand as one would write it for speed — schemas for what comes
 * in and for what goes out, named statements, one pool of the same size. Its address is the argument; it prints its port.
 */

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const app = Fastify({ logger: false })
const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
/** What goes out: Fastify compiles how it is written. */
const answers = (properties: object) => ({ response: { 200: { type: 'object', properties } } })
const round = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100

app.post<{ Body: { nombre: string; apellido: string; importe: number } }>(
  '/eco',
  {
    schema: {
      body: {
        type: 'object',
        required: ['nombre', 'apellido', 'importe'],
        properties: { nombre: text, apellido: text, importe: number },
      },
      ...answers({ nombre: text, completo: text, total: number }),
    },
  },
  async ({ body: { nombre, apellido, importe } }) => ({
    nombre: nombre.toUpperCase(),
    completo: `${nombre} ${apellido}`,
    total: round(importe * 1.16),
  }),
)

const byId = (properties: object) => ({
  schema: { params: { type: 'object', properties: { id: integer } }, ...answers(properties) },
})

const CLIENTE = byId({ clave: integer, cliente: text, email: text })
app.get<{ Params: { id: number } }>('/clientes/:id', CLIENTE, async ({ params: { id } }) => {
  const { rows } = await pool.query({
    name: 'cliente',
    text: 'select id, nombre, correo from cliente where id = $1',
    values: [id],
  })
  const [row] = rows
  return { clave: row.id, cliente: row.nombre, email: row.correo }
})

const RESUMEN = byId({ nombre: text, ciudad: text, pedidos: integer })
app.get<{ Params: { id: number } }>('/resumen/:id', RESUMEN, async ({ params: { id } }, reply) => {
  if (id <= 0) return reply.code(404).send({ mensaje: 'No existe' })
  const [cliente, pedidos] = await Promise.all([
    pool.query({ name: 'resumen', text: 'select nombre, ciudad from cliente where id = $1', values: [id] }),
    pool.query({
      name: 'pedidos',
      text: 'select count(*)::int as cuantos from pedido where cliente_id = $1',
      values: [id],
    }),
  ])
  return { nombre: cliente.rows[0].nombre, ciudad: cliente.rows[0].ciudad, pedidos: pedidos.rows[0].cuantos }
})

app.post<{ Body: { lineas: { codigo: string; precio: number; cantidad: number }[] } }>(
  '/lineas',
  {
    schema: {
      body: {
        type: 'object',
        required: ['lineas'],
        properties: {
          lineas: {
            type: 'array',
            items: {
              type: 'object',
              required: ['codigo', 'precio', 'cantidad'],
              properties: { codigo: text, precio: number, cantidad: integer },
            },
          },
        },
      },
      ...answers({
        lineas: { type: 'array', items: { type: 'object', properties: { codigo: text, importe: number } } },
        cuantas: integer,
      }),
    },
  },
  async ({ body: { lineas } }) => ({
    lineas: lineas.map(({ codigo, precio, cantidad }) => ({
      codigo: codigo.toUpperCase(),
      importe: round(precio * cantidad * 1.16),
    })),
    cuantas: lineas.length,
  }),
)

const SOAP_OPEN =
  '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:b="urn:div:soap:banco-soap"><soap:Body>'
const SOAP_CLOSE = '</soap:Body></soap:Envelope>'
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) => text.replace(/[&<>]/g, (each) => ESCAPES[each] ?? each)
const LINEA =
  /<b:lineas><b:codigo>([^<]*)<\/b:codigo><b:precio>([^<]*)<\/b:precio><b:cantidad>([^<]*)<\/b:cantidad><\/b:lineas>/g

app.addContentTypeParser('text/xml', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.post<{ Body: string }>('/soap', async ({ body }, reply) => {
  reply.type('text/xml; charset=utf-8')
  const id = /<b:id>(\d+)<\/b:id>/.exec(body)?.[1]
  if (id !== undefined) {
    const { rows } = await pool.query({
      name: 'cliente',
      text: 'select id, nombre, correo from cliente where id = $1',
      values: [Number(id)],
    })
    const [row] = rows
    return `${SOAP_OPEN}<b:ClienteResponse><b:clave>${row.id}</b:clave><b:cliente>${escapeText(row.nombre)}</b:cliente><b:email>${escapeText(row.correo)}</b:email></b:ClienteResponse>${SOAP_CLOSE}`
  }
  const lineas = Array.from(body.matchAll(LINEA), ([, codigo = '', precio, cantidad]) => ({
    codigo,
    precio: Number(precio),
    cantidad: Number(cantidad),
  }))
  const written = lineas
    .map(
      ({ codigo, precio, cantidad }) =>
        `<b:lineas><b:codigo>${escapeText(codigo)}</b:codigo><b:precio>${precio}</b:precio><b:cantidad>${cantidad}</b:cantidad></b:lineas>`,
    )
    .join('')
  return `${SOAP_OPEN}<b:LineasResponse>${written}</b:LineasResponse>${SOAP_CLOSE}`
})

const ACEPTADO = { schema: { response: { 202: { type: 'object', properties: { id: text, estado: text } } } } }
app.post('/aceptar', ACEPTADO, async ({ body }, reply) => {
  const id = randomUUID()
  await pool.query({
    name: 'aceptar',
    text: 'insert into aceptado (id, datos) values ($1, $2)',
    values: [id, JSON.stringify(body)],
  })
  return reply.code(202).send({ id, estado: 'en_cola' })
})

/** Rows of one fetch, and of one statement that inserts. */
const LOTE = 1_000

app.post('/copia', { schema: answers({ lotes: integer }) }, async () => {
  const client = await pool.connect()
  let lotes = 0
  try {
    await client.query('begin read only')
    await client.query('declare origen_cursor no scroll cursor for select id, nombre, importe from origen')
    for (;;) {
      const { rows } = await client.query(`fetch ${LOTE} from origen_cursor`)
      if (rows.length === 0) break
      const mapped = rows.map(({ id, nombre, importe }) => ({
        id,
        nombre: nombre.toUpperCase(),
        importe: importe * 2,
      }))
      await pool.query({
        name: 'copia',
        text: 'insert into destino select * from unnest($1::int[], $2::text[], $3::int[])',
        values: [
          mapped.map(({ id }) => id),
          mapped.map(({ nombre }) => nombre),
          mapped.map(({ importe }) => importe),
        ],
      })
      lotes++
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  return { lotes }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
if (cluster.isPrimary) process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
process.on('SIGTERM', () => process.exit(0))
