import { randomBytes } from 'node:crypto'
import { CLIENTES } from './database.ts'

/** One kind of call, the same for the drawn process and for the server written by hand. */
export interface Workload {
  nombre: string
  metodo: 'GET' | 'POST'
  /** Of the canal; the server by hand has the same below its root. */
  ruta: string
  /** The path of one call; a random one each time when it takes no fixed one. */
  path(): string
  body?: string
  /** Of the body, where it is not JSON. */
  contentType?: string
  /** Share of the limit's calls a second that must be reached. */
  target: number
  flujo(servidorId: string): object
  /** So many callers are more than a worker answers soon: some are refused, and told when to come back. */
  mayRefuse?: true
}

const randomId = () => 1 + Math.floor(Math.random() * CLIENTES)

const consulta = (servidorId: string, id: string, sql: string) => ({
  id,
  tipo: 'proceso',
  nombre: id,
  servidorId,
  tipoServidor: 'postgresql',
  tipoObjeto: 'consulta',
  objeto: { sql },
  parametros: [{ nombre: 'id', valorAsignado: { nodo: 'e', ruta: 'id' } }],
})
const entrada = (parametros: object[]) => ({ id: 'e', tipo: 'entrada', nombre: 'Entrada', parametros })
const salida = (id: string, parametros: object[], campos: object = {}) => ({
  id,
  tipo: 'salida',
  nombre: id,
  parametros,
  ...campos,
})
const conecta = (text: string) =>
  text.split(' ').map((each, index) => {
    const [from = '', destino = ''] = each.split('>')
    const [origen = '', handle] = from.split(':')
    return { id: `c${index}`, origen, destino, ...(handle && { salida: handle }) }
  })

const id = { nombre: 'id', tipo: 'entero', requerido: true }

/** The one that waits for nothing: what it costs is the product's own. */
export const ECHO: Workload = {
  nombre: 'echo-map',
  metodo: 'POST',
  ruta: '/eco',
  path: () => '/eco',
  body: JSON.stringify({ nombre: 'Lucía', apellido: 'Ferrán', importe: 99.95 }),
  target: 0.6,
  flujo: () => ({
    version: 1,
    nodos: [
      entrada([
        { nombre: 'nombre', tipo: 'texto', requerido: true },
        { nombre: 'apellido', tipo: 'texto', requerido: true },
        { nombre: 'importe', tipo: 'decimal', requerido: true },
      ]),
      salida('s', [
        { nombre: 'nombre', expresion: 'MAYUSCULAS(e.nombre)' },
        { nombre: 'completo', expresion: 'e.nombre & " " & e.apellido' },
        { nombre: 'total', expresion: 'REDONDEAR(e.importe * 1.16; 2)' },
      ]),
    ],
    conexiones: conecta('e>s'),
  }),
}

const lineas = (count: number) =>
  JSON.stringify({
    lineas: Array.from({ length: count }, (_, index) => ({
      codigo: `art-${index}`,
      precio: 1.5 + index,
      cantidad: 1 + (index % 7),
    })),
  })

/** The one that computes the most: two workers of it have use for two cores. */
export const SPLIT_JOIN: Workload = {
  nombre: 'split-join',
  metodo: 'POST',
  ruta: '/lineas',
  path: () => '/lineas',
  body: lineas(100),
  target: 0.7,
  flujo: () => ({
    version: 1,
    nodos: [
      entrada([
        {
          nombre: 'lineas',
          tipo: 'lista',
          requerido: true,
          elemento: {
            nombre: 'linea',
            tipo: 'objeto',
            campos: [
              { nombre: 'codigo', tipo: 'texto', requerido: true },
              { nombre: 'precio', tipo: 'decimal', requerido: true },
              { nombre: 'cantidad', tipo: 'entero', requerido: true },
            ],
          },
        },
      ]),
      { id: 'p', tipo: 'splitter-split', nombre: 'p', lista: { nodo: 'e', ruta: 'lineas' } },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 't',
        parametros: [
          { nombre: 'codigo', expresion: 'MAYUSCULAS(elemento.codigo)' },
          { nombre: 'importe', expresion: 'REDONDEAR(elemento.precio * elemento.cantidad * 1.16; 2)' },
        ],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'j', split: 'p' },
      salida('s', [
        { nombre: 'lineas', valorAsignado: { nodo: 'j', ruta: 'elementos' } },
        { nombre: 'cuantas', valorAsignado: { nodo: 'j', ruta: 'total' } },
      ]),
    ],
    conexiones: conecta('e>p p:elemento>t t>j j>s'),
  }),
}

export const WORKLOADS: readonly Workload[] = [
  ECHO,
  {
    nombre: 'db-lookup',
    metodo: 'GET',
    ruta: '/clientes/{id}',
    path: () => `/clientes/${randomId()}`,
    target: 0.85,
    flujo: (servidorId) => ({
      version: 1,
      nodos: [
        entrada([id]),
        consulta(servidorId, 'q', 'select id, nombre, correo from cliente where id = :id'),
        salida('s', [
          { nombre: 'clave', valorAsignado: { nodo: 'q', ruta: 'filas[0].id' } },
          { nombre: 'cliente', valorAsignado: { nodo: 'q', ruta: 'filas[0].nombre' } },
          { nombre: 'email', valorAsignado: { nodo: 'q', ruta: 'filas[0].correo' } },
        ]),
      ],
      conexiones: conecta('e>q q>s'),
    }),
  },
  {
    nombre: 'condition-2q',
    metodo: 'GET',
    ruta: '/resumen/{id}',
    path: () => `/resumen/${randomId()}`,
    target: 0.85,
    flujo: (servidorId) => ({
      version: 1,
      nodos: [
        entrada([id]),
        { id: 'c', tipo: 'condicion', nombre: 'c', casos: [{ nombre: 'si', expresion: 'e.id > 0' }] },
        consulta(servidorId, 'a', 'select nombre, ciudad from cliente where id = :id'),
        consulta(servidorId, 'b', 'select count(*)::int as cuantos from pedido where cliente_id = :id'),
        salida('s', [
          { nombre: 'nombre', valorAsignado: { nodo: 'a', ruta: 'filas[0].nombre' } },
          { nombre: 'ciudad', valorAsignado: { nodo: 'a', ruta: 'filas[0].ciudad' } },
          { nombre: 'pedidos', valorAsignado: { nodo: 'b', ruta: 'filas[0].cuantos' } },
        ]),
        salida('no', [{ nombre: 'mensaje', valor: 'No existe' }], { estadoHttp: 404 }),
      ],
      conexiones: conecta('e>c c:si>a c:si>b a>s b>s c:otro>no'),
    }),
  },
  SPLIT_JOIN,
]

const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${SOAP_ENVELOPE}" xmlns:b="urn:div:soap:banco-soap"><s:Body>${body}</s:Body></s:Envelope>`

/** About a kilobyte that names the row, and a hundred of lines that are answered as they came. */
const soapCliente = () =>
  envelope(`<b:Cliente><b:id>${randomId()}</b:id><b:nota>${'Ñandú y té. '.repeat(60)}</b:nota></b:Cliente>`)
const soapLineas = (count: number) =>
  envelope(
    `<b:Lineas>${Array.from(
      { length: count },
      (_, index) =>
        `<b:lineas><b:codigo>art-${index}</b:codigo><b:precio>${1.5 + index}</b:precio><b:cantidad>${1 + (index % 7)}</b:cantidad></b:lineas>`,
    ).join('')}</b:Lineas>`,
  )

const LINEAS = {
  nombre: 'lineas',
  tipo: 'lista',
  elemento: {
    nombre: 'linea',
    tipo: 'objeto',
    campos: [
      { nombre: 'codigo', tipo: 'texto' },
      { nombre: 'precio', tipo: 'decimal' },
      { nombre: 'cantidad', tipo: 'entero' },
    ],
  },
}

/** Operations of a SOAP canal; the server by hand reads with a regular expression and answers with a template. */
export const SOAP_WORKLOADS: readonly (Omit<Workload, 'metodo' | 'ruta'> & {
  metodo: 'POST'
  operacion: string
})[] = [
  {
    nombre: 'soap-db-lookup',
    operacion: 'Cliente',
    metodo: 'POST',
    path: () => '',
    body: soapCliente(),
    contentType: 'text/xml; charset=utf-8',
    target: 0.7,
    flujo: (servidorId) => ({
      version: 1,
      nodos: [
        entrada([id, { nombre: 'nota', tipo: 'texto' }]),
        consulta(servidorId, 'q', 'select id, nombre, correo from cliente where id = :id'),
        salida('s', [
          { nombre: 'clave', tipo: 'entero', valorAsignado: { nodo: 'q', ruta: 'filas[0].id' } },
          { nombre: 'cliente', tipo: 'texto', valorAsignado: { nodo: 'q', ruta: 'filas[0].nombre' } },
          { nombre: 'email', tipo: 'texto', valorAsignado: { nodo: 'q', ruta: 'filas[0].correo' } },
        ]),
      ],
      conexiones: conecta('e>q q>s'),
    }),
  },
  {
    nombre: 'soap-100-kb',
    operacion: 'Lineas',
    metodo: 'POST',
    path: () => '',
    body: soapLineas(900),
    contentType: 'text/xml; charset=utf-8',
    mayRefuse: true,
    target: 0.5,
    flujo: () => ({
      version: 1,
      nodos: [entrada([LINEAS]), salida('s', [{ ...LINEAS, valorAsignado: { nodo: 'e', ruta: 'lineas' } }])],
      conexiones: conecta('e>s'),
    }),
  },
]

/** What is offered beyond what the worker can do: calls that wait for a database, calls that compute, calls that are large, and light ones. */
export const OVERLOADS: readonly Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body'>[] = [
  { nombre: 'slow-lookup', metodo: 'GET', path: () => `/lentos/${randomId()}` },
  { nombre: 'compute', metodo: 'GET', path: () => '/calculo/4000' },
  { nombre: 'split-join of 1,000', metodo: 'POST', path: () => '/lineas', body: lineas(1_000) },
  { nombre: 'db-lookup', metodo: 'GET', path: () => `/clientes/${randomId()}` },
]

/** Nodes of a durable run that are kept one after another. */
export const DURABLE_NODES = 5

/** Light nodes, each on disk before the next begins. */
export const DURABLE: Pick<Workload, 'nombre' | 'metodo' | 'ruta' | 'path' | 'body'> = {
  nombre: 'durable',
  metodo: 'POST',
  ruta: '/durable',
  path: () => '/durable',
  body: JSON.stringify({ importe: 99.95 }),
}

export function durableFlujo(): object {
  const ids = Array.from({ length: DURABLE_NODES }, (_, index) => `t${index}`)
  return {
    version: 1,
    nodos: [
      entrada([{ nombre: 'importe', tipo: 'decimal', requerido: true }]),
      ...ids.map((each, index) => ({
        id: each,
        tipo: 'transformacion',
        nombre: each,
        parametros: [
          {
            nombre: 'importe',
            expresion: `REDONDEAR(${index === 0 ? 'e' : ids[index - 1]}.importe * 1.16; 2)`,
          },
        ],
      })),
      salida('s', [{ nombre: 'importe', valorAsignado: { nodo: ids.at(-1), ruta: 'importe' } }]),
    ],
    conexiones: conecta(['e', ...ids].map((each, index) => `${each}>${ids[index] ?? 's'}`).join(' ')),
  }
}

/** Characters of a body that is large and yet nothing special. */
const LARGE_CHARS = 10_000

/** Of what a database cannot compress: then as much is written as comes. */
export const LARGE: Pick<Workload, 'nombre' | 'metodo' | 'path' | 'body'> = {
  nombre: 'large',
  metodo: 'POST',
  path: () => '/grande',
  body: JSON.stringify({ dato: randomBytes(LARGE_CHARS).toString('base64').slice(0, LARGE_CHARS) }),
}

/** What comes is carried through so many nodes, and is what is answered. */
export function carryFlujo(nodes: number): object {
  const ids = Array.from({ length: nodes }, (_, index) => `t${index}`)
  const carry = (from: string) => [{ nombre: 'dato', valorAsignado: { nodo: from, ruta: 'dato' } }]
  return {
    version: 1,
    nodos: [
      entrada([{ nombre: 'dato', tipo: 'texto', requerido: true }]),
      ...ids.map((each, index) => ({
        id: each,
        tipo: 'transformacion',
        nombre: each,
        parametros: carry(ids[index - 1] ?? 'e'),
      })),
      salida('s', carry(ids.at(-1) ?? 'e')),
    ],
    conexiones: conecta(['e', ...ids].map((each, index) => `${each}>${ids[index] ?? 's'}`).join(' ')),
  }
}

/** A list that is made, mapped and counted: a small call that only computes. */
export function computeFlujo(): object {
  return {
    version: 1,
    nodos: [
      entrada([{ nombre: 'cuantos', tipo: 'entero', requerido: true }]),
      {
        id: 'l',
        tipo: 'transformacion',
        nombre: 'l',
        parametros: [{ nombre: 'numeros', expresion: 'SECUENCIA(1; e.cuantos)' }],
      },
      { id: 'p', tipo: 'splitter-split', nombre: 'p', lista: { nodo: 'l', ruta: 'numeros' } },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 't',
        parametros: [
          { nombre: 'codigo', expresion: '"A-" & elemento' },
          { nombre: 'importe', expresion: 'REDONDEAR(elemento * 3 * 1.16; 2)' },
        ],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'j', split: 'p' },
      salida('s', [{ nombre: 'cuantas', valorAsignado: { nodo: 'j', ruta: 'total' } }]),
    ],
    conexiones: conecta('e>l l>p p:elemento>t t>j j>s'),
  }
}

/** One row of a database that takes its time. */
export function slowFlujo(servidorId: string): object {
  const sql = 'select id, nombre, pg_sleep(0.02)::text as espera from cliente where id = :id'
  return {
    version: 1,
    nodos: [
      entrada([id]),
      consulta(servidorId, 'q', sql),
      salida('s', [{ nombre: 'cliente', valorAsignado: { nodo: 'q', ruta: 'filas[0].nombre' } }]),
    ],
    conexiones: conecta('e>q q>s'),
  }
}

/** Reads with a cursor, maps each batch and inserts it: once, over a million rows. */
export function bulkFlujo(servidorId: string): object {
  return {
    version: 1,
    nodos: [
      entrada([]),
      { ...consulta(servidorId, 'q', 'select id, nombre, importe from origen'), parametros: [] },
      {
        id: 'p',
        tipo: 'splitter-split',
        nombre: 'p',
        lista: { nodo: 'q', ruta: 'filas' },
        cursor: true,
        lote: 1_000,
      },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 't',
        lista: { nodo: 'p', ruta: 'elemento' },
        parametros: [
          { nombre: 'id', expresion: 'elemento.id' },
          { nombre: 'nombre', expresion: 'MAYUSCULAS(elemento.nombre)' },
          { nombre: 'importe', expresion: 'elemento.importe * 2' },
        ],
      },
      {
        id: 'i',
        tipo: 'proceso',
        nombre: 'i',
        servidorId,
        tipoServidor: 'postgresql',
        tipoObjeto: 'tabla',
        objeto: { tabla: 'destino', operacion: 'insertarMasivo', columnas: ['id', 'nombre', 'importe'] },
        parametros: [{ nombre: 'filas', valorAsignado: { nodo: 't', ruta: 'elementos' } }],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'j', split: 'p' },
      salida('s', [{ nombre: 'lotes', valorAsignado: { nodo: 'j', ruta: 'total' } }]),
    ],
    conexiones: conecta('e>q q>p p:elemento>t t>i i>j j>s'),
  }
}

/** A CSV with its types, read record by record and written in bulk. */
export function importFlujo({
  sftp,
  base,
  archivo,
}: {
  sftp: string
  base: string
  archivo: string
}): object {
  const columnas = [
    { nombre: 'id', tipo: 'entero' },
    { nombre: 'importe', tipo: 'decimal' },
    { nombre: 'dia', tipo: 'fecha', patron: 'dd/mm/aaaa' },
  ]
  return {
    version: 1,
    nodos: [
      entrada([]),
      {
        id: 'q',
        tipo: 'proceso',
        nombre: 'q',
        servidorId: sftp,
        tipoServidor: 'sftp',
        tipoObjeto: 'archivo',
        objeto: {
          operacion: 'leer',
          ruta: archivo,
          formato: 'csv',
          separador: ';',
          csv: { decimal: 'coma', columnas },
        },
        parametros: [],
      },
      {
        id: 'p',
        tipo: 'splitter-split',
        nombre: 'p',
        lista: { nodo: 'q', ruta: '' },
        cursor: true,
        lote: 1_000,
      },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 't',
        lista: { nodo: 'p', ruta: 'elemento' },
        parametros: [
          { nombre: 'id', expresion: 'elemento.id' },
          { nombre: 'nombre', expresion: 'elemento.nombre' },
          { nombre: 'importe', expresion: 'ENTERO(elemento.importe)' },
        ],
      },
      {
        id: 'i',
        tipo: 'proceso',
        nombre: 'i',
        servidorId: base,
        tipoServidor: 'postgresql',
        tipoObjeto: 'tabla',
        objeto: { tabla: 'destino', operacion: 'insertarMasivo', columnas: ['id', 'nombre', 'importe'] },
        parametros: [{ nombre: 'filas', valorAsignado: { nodo: 't', ruta: 'elementos' } }],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'j', split: 'p' },
      salida('s', [{ nombre: 'lotes', valorAsignado: { nodo: 'j', ruta: 'total' } }]),
    ],
    conexiones: conecta('e>q q>p p:elemento>t t>i i>j j>s'),
  }
}

/** Longer than a killed worker's runs take to go on. */
const HELD_SECONDS = 40

/** Holds its worker's place until the database answers. */
export function heldFlujo(servidorId: string): object {
  return {
    version: 1,
    nodos: [
      entrada([]),
      { ...consulta(servidorId, 'q', `select pg_sleep(${HELD_SECONDS}) is null as dormido`), parametros: [] },
      salida('s', [{ nombre: 'dormido', valorAsignado: { nodo: 'q', ruta: 'filas[0].dormido' } }]),
    ],
    conexiones: conecta('e>q q>s'),
  }
}
