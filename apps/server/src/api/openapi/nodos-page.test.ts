import { TIPOS_NODO, type TipoNodo } from '@div/contract'
import { hallazgosDe, type NodoDePrueba } from '@div/engine/testing'
import { NODOS } from '@div/nodos/catalogo'
import { expect, test } from 'vitest'
import { describeFlujo, documentoSchema, nameOf } from './describe-flujo.ts'
import { type Schema, writeFields } from './testing-fields.ts'

/** A flow in which every node type has its place: what the page shows can be drawn as it is. */
const EXAMPLES: readonly NodoDePrueba[] = [
  {
    id: 'n1',
    tipo: 'entrada',
    nombre: 'Entrada',
    parametros: [
      {
        nombre: 'id',
        tipo: 'entero',
        requerido: true,
        descripcion: 'Clave del cliente',
        ejemplo: 7,
        validacion: { minimo: 1, maximo: 999999 },
      },
      { nombre: 'idioma', tipo: 'texto', defecto: 'es', validacion: { valores: ['es', 'en'] } },
      {
        nombre: 'cupon',
        tipo: 'texto',
        validacion: { largoMinimo: 4, largoMaximo: 12, patron: '[A-Z0-9]+' },
      },
      { nombre: 'X-Origen', tipo: 'texto', origen: 'cabecera' },
      {
        nombre: 'lineas',
        tipo: 'lista',
        elemento: {
          tipo: 'objeto',
          campos: [
            { nombre: 'producto', tipo: 'texto', requerido: true },
            { nombre: 'cantidad', tipo: 'entero', defecto: 1 },
          ],
        },
      },
    ],
  },
  {
    id: 'n2',
    tipo: 'proceso',
    nombre: 'Buscar cliente',
    servidorId: '0f0e7c1e-6d1f-4f43-8f0a-2c7b1a7f1d11',
    tipoServidor: 'postgresql',
    tipoObjeto: 'consulta',
    objeto: { sql: 'select nombre, tarifa, producto, precio from tarifas where cliente = :id' },
    parametros: [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }],
    politica: { tiempoMaximoMs: 5000, reintentos: { max: 2, esperaMs: 200, factor: 2 }, enError: 'rama' },
  },
  {
    id: 'n3',
    tipo: 'condicion',
    nombre: '¿Es cliente?',
    casos: [
      { nombre: 'desconocido', expresion: 'CONTAR(n2.filas) = 0' },
      {
        nombre: 'conTarifa',
        regla: {
          y: [
            { izquierda: { valorAsignado: { nodo: 'n2', ruta: 'filas[0].nombre' } }, operador: 'noVacio' },
            {
              o: [
                {
                  izquierda: { expresion: 'n2.filas[0].tarifa' },
                  operador: 'en',
                  derecha: { valor: ['A', 'B'] },
                },
                { izquierda: { expresion: 'n1.cupon' }, operador: 'empiezaCon', derecha: { valor: 'VIP' } },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: 'n4',
    tipo: 'transformacion',
    nombre: 'Líneas con precio',
    lista: { nodo: 'n1', ruta: 'lineas' },
    pasos: [
      {
        tipo: 'filtrar',
        regla: {
          y: [{ izquierda: { expresion: 'elemento.cantidad' }, operador: 'mayor', derecha: { valor: 0 } }],
        },
      },
      {
        tipo: 'agrupar',
        por: ['producto'],
        agregados: [{ nombre: 'cantidad', funcion: 'suma', campo: 'cantidad' }],
      },
      {
        tipo: 'unir',
        con: { nodo: 'n2', ruta: 'filas' },
        modo: 'izquierda',
        claves: [{ izquierda: 'producto', derecha: 'producto' }],
        en: 'tarifa',
      },
      { tipo: 'ordenar', por: [{ campo: 'cantidad', sentido: 'descendente' }] },
      { tipo: 'limitar', cantidad: 100, desde: 0 },
    ],
    parametros: [
      { nombre: 'producto', expresion: 'elemento.producto' },
      { nombre: 'importe', expresion: 'elemento.cantidad * elemento.tarifa.precio' },
    ],
  },
  {
    id: 'n5',
    tipo: 'splitter-split',
    nombre: 'Por cada línea',
    lista: { nodo: 'n4', ruta: 'elementos' },
    concurrencia: 4,
    enError: 'continuar',
  },
  {
    id: 'n6',
    tipo: 'proceso',
    nombre: 'Reservar',
    servidorId: '5b0c8e53-1d0f-4a57-9e0f-0f5f3f0a7c22',
    tipoServidor: 'rest',
    tipoObjeto: 'operacion',
    objeto: { metodo: 'POST', ruta: '/reservas' },
    parametros: [{ nombre: 'producto', expresion: 'elemento.producto' }],
  },
  {
    id: 'n7',
    tipo: 'splitter-join',
    nombre: 'Reunir',
    split: 'n5',
    union: { tipo: 'todos', tiempoMaximoMs: 10000 },
    parametros: [
      { nombre: 'producto', expresion: 'elemento.producto' },
      { nombre: 'reserva', valorAsignado: { nodo: 'n6', ruta: 'cuerpo.id' } },
    ],
  },
  {
    id: 'n8',
    tipo: 'transformacion',
    nombre: 'Como CSV',
    lista: { nodo: 'n7', ruta: 'elementos' },
    pasos: [{ tipo: 'convertir', formato: 'csv', sentido: 'escribir' }],
  },
  {
    id: 'n9',
    tipo: 'salida',
    nombre: 'Pedido',
    estadoHttp: 201,
    tipoContenido: 'text/csv',
    cabeceras: [
      { nombre: 'Cache-Control', valor: 'no-store' },
      { nombre: 'X-Lineas', valorAsignado: { nodo: 'n7', ruta: 'total' } },
    ],
    parametros: [{ nombre: 'cuerpo', valorAsignado: { nodo: 'n8', ruta: 'valor' } }],
  },
  {
    id: 'n10',
    tipo: 'salida',
    nombre: 'No encontrado',
    estadoHttp: 404,
    parametros: [{ nombre: 'mensaje', expresion: '"No existe el cliente " & n1.id' }],
  },
  {
    id: 'n11',
    tipo: 'salida',
    nombre: 'Sin base de datos',
    estadoHttp: 503,
    parametros: [{ nombre: 'mensaje', valor: 'Pruebe más tarde.' }],
  },
]

const CONEXIONES = [
  { id: 'c1', origen: 'n1', destino: 'n2' },
  { id: 'c2', origen: 'n2', destino: 'n3' },
  { id: 'c3', origen: 'n2', destino: 'n11', salida: 'error' },
  { id: 'c4', origen: 'n3', destino: 'n10', salida: 'desconocido' },
  { id: 'c5', origen: 'n3', destino: 'n4', salida: 'conTarifa' },
  { id: 'c6', origen: 'n3', destino: 'n4', salida: 'otro' },
  { id: 'c7', origen: 'n4', destino: 'n5' },
  { id: 'c8', origen: 'n5', destino: 'n6', salida: 'elemento' },
  { id: 'c9', origen: 'n6', destino: 'n7' },
  { id: 'c10', origen: 'n7', destino: 'n8' },
  { id: 'c11', origen: 'n8', destino: 'n9' },
]

test('what the page shows is valid, for the engine and as it is described', () => {
  const text = CONEXIONES.map(
    ({ origen, destino, salida }) => `${origen}${salida ? `:${salida}` : ''}>${destino}`,
  )
  expect(hallazgosDe(EXAMPLES, text.join(' '))).toEqual([])
  const documento = { version: 1, nodos: EXAMPLES, conexiones: CONEXIONES }
  expect(documentoSchema.safeParse(documento).error).toBeUndefined()
  expect(new Set(EXAMPLES.map(({ tipo }) => tipo))).toEqual(new Set(TIPOS_NODO))
})

test('docs/generated/nodos.md lists the fields of the document', async () => {
  await expect(`${writePage(describeFlujo())}\n`).toMatchFileSnapshot(
    '../../../../../docs/generated/nodos.md',
  )
})

/** What no schema says. */
const REMARKS: Partial<Record<TipoNodo, readonly string[]>> = {
  proceso: [
    'Los campos de `objeto`, por tipo de servidor y de objeto, están en [los campos de los servidores](campos-servidor.md).',
  ],
  transformacion: ['Un paso `filtrar` lleva `expresion` o `regla`, solo una de las dos.'],
  condicion: [
    'Un caso lleva `expresion` o `regla`, solo una de las dos. Sus salidas son los nombres de los casos y `otro`.',
  ],
  'splitter-split': ['Su salida `elemento` abre la región que cierra el `splitter-join`.'],
  'splitter-join': ['`union.n` hace falta cuando `union.tipo` es `n`.'],
}

const PARTS = [
  'Conexion',
  'Grupo',
  'Nota',
  'Parametro',
  'Elemento',
  'Referencia',
  'Validacion',
  'Politica',
  'Regla',
]

function writePage(schemas: Readonly<Record<string, Schema>>): string {
  const schemaOf = (name: string) => schemas[name] ?? {}
  const { properties = {} } = schemaOf(nameOf('entrada'))
  const common = Object.keys(properties).filter((name) => name !== 'tipo')
  return [
    '# El documento de un flujo',
    '<!-- Escrito por apps/server/src/api/openapi/nodos-page.test.ts -->',
    'Es el campo `flujo` de un proceso: en `/api/openapi.json`, el esquema `Flujo`.',
    schemaOf('Flujo').description,
    writeFields(schemaOf('Flujo')),
    '## Nodo',
    `\`tipo\` es uno de ${TIPOS_NODO.map((tipo) => `\`${tipo}\``).join(', ')}; además de estos campos, cada uno tiene los suyos y ninguno más.`,
    writeFields(schemaOf(nameOf('entrada')), ['tipo']),
    ...TIPOS_NODO.map((tipo) => writeNodo(tipo, schemaOf(nameOf(tipo)), common)),
    '## Conexiones del ejemplo',
    'Con los nodos de los ejemplos de arriba, el flujo entero es válido.',
    writeJson(CONEXIONES),
    ...PARTS.map((name) => `## ${name}\n\n${schemaOf(name).description}\n\n${writePart(schemaOf(name))}`),
  ].join('\n\n')
}

function writeNodo(tipo: TipoNodo, schema: Schema, common: readonly string[]): string {
  const examples = EXAMPLES.filter((nodo) => nodo.tipo === tipo)
  return [
    `## ${NODOS[tipo].label}: \`${tipo}\` {#${tipo}}`,
    NODOS[tipo].summary,
    writeFields(schema, [...common, 'tipo']),
    ...(REMARKS[tipo] ?? []),
    ...examples.map(writeJson),
  ].join('\n\n')
}

/** Of a part that is one of several forms, the fields of each. */
function writePart({ anyOf, ...schema }: Schema): string {
  return anyOf ? anyOf.map((form) => writeFields(form)).join('\n\no bien\n\n') : writeFields(schema)
}

function writeJson(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
