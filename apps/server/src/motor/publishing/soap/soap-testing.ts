import type { Canal, Flujo, Limits, Parametro } from '@div/contract'
import { startTestMotor, type TestMotor, type TestMotorOptions } from '../../testing.ts'
import { flujoOf } from '../rest/rest-testing.ts'

const texto = (nombre: string): Parametro => ({ nombre, tipo: 'texto' })

/** What no two stacks write alike: accents, nulls, lists in lists, dates, exact decimals. */
const PEDIDO: Parametro[] = [
  { nombre: 'cliente', tipo: 'texto', requerido: true, descripcion: 'Quién pide', ejemplo: 'Íñigo' },
  { nombre: 'nota', tipo: 'texto' },
  { nombre: 'total', tipo: 'decimal' },
  { nombre: 'unidades', tipo: 'entero' },
  { nombre: 'urgente', tipo: 'booleano' },
  { nombre: 'dia', tipo: 'fecha' },
  { nombre: 'momento', tipo: 'fechaHora' },
  { nombre: 'adjunto', tipo: 'binario' },
  {
    nombre: 'lineas',
    tipo: 'lista',
    elemento: {
      nombre: '',
      tipo: 'objeto',
      campos: [
        texto('producto'),
        { nombre: 'precio', tipo: 'decimal' },
        { nombre: 'etiquetas', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
      ],
    },
  },
  {
    nombre: 'matriz',
    tipo: 'lista',
    elemento: { nombre: '', tipo: 'lista', elemento: { nombre: '', tipo: 'entero' } },
  },
]

const asReferences = (parametros: readonly Parametro[]): Parametro[] =>
  parametros.map(({ requerido: _, ejemplo: __, ...parametro }) => ({
    ...parametro,
    valorAsignado: { nodo: 'n1', ruta: parametro.nombre },
  }))

/** Answers what it was given, and what the process took some of it for. */
const REPETIR: Flujo = flujoOf(PEDIDO, [
  ...asReferences(PEDIDO),
  { nombre: 'saludo', tipo: 'texto', expresion: '"Hola, " & MAYUSCULAS(n1.cliente)' },
])

/** A division that may not be one, and an exit that is an error. */
const posicion = { x: 0, y: 0 }
export const DIVIDIR: Flujo = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion,
      parametros: [
        { nombre: 'a', tipo: 'decimal', requerido: true },
        { nombre: 'b', tipo: 'decimal', requerido: true, validacion: { minimo: 0 } },
      ],
    },
    {
      id: 'n2',
      tipo: 'condicion',
      nombre: '¿Se puede?',
      posicion,
      parametros: [],
      casos: [{ nombre: 'no', expresion: 'n1.b = 0' }],
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'No se puede dividir',
      posicion,
      estadoHttp: 422,
      parametros: [{ nombre: 'divisor', tipo: 'decimal', valorAsignado: { nodo: 'n1', ruta: 'b' } }],
    },
    {
      id: 'n4',
      tipo: 'salida',
      nombre: 'Cociente',
      posicion,
      parametros: [{ nombre: 'cociente', tipo: 'decimal', expresion: 'n1.a / n1.b' }],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3', salida: 'no' },
    { id: 'c3', origen: 'n2', destino: 'n4', salida: 'otro' },
  ],
}

export interface SoapAnswer {
  status: number
  text: string
  headers: Headers
}

/** A motor with the canal `tienda`, of the operations Repetir and Dividir, and how tests call it. */
export async function startSoapMotor(
  limits: Partial<Limits> = {},
  options: Pick<TestMotorOptions, 'log' | 'onSecretInUse' | 'trustedProxies'> = {},
) {
  const motor: TestMotor = await startTestMotor({
    limits: { profundidad: 20, ejecucionesPorWorker: 50, ...limits },
    tokens: { verify: (token) => (token === 'bueno' ? { id: 't1', canales: null, capacidades: [] } : null) },
    ...options,
  })

  async function publish(
    ruta: string,
    operaciones: Readonly<Record<string, Flujo>>,
    changes: Partial<Canal> = {},
  ): Promise<string> {
    const asignaciones = []
    for (const [operacion, flujo] of Object.entries(operaciones))
      asignaciones.push({ procesoId: await motor.publishProceso(flujo), operacion })
    return motor.publishCanal({ ruta, tipo: 'SOAP', ...changes }, asignaciones)
  }

  async function post(
    ruta: string,
    envelope: string,
    headers: Record<string, string> = {},
  ): Promise<SoapAnswer> {
    const answer = await fetch(`${motor.url}/soap/${ruta}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
      body: envelope,
    })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }

  await publish('tienda', { Repetir: REPETIR, Dividir: DIVIDIR }, { descripcion: 'La tienda de prueba' })
  return { motor, publish, post, url: `${motor.url}/soap/tienda`, close: () => motor.close() }
}

export const NAMESPACES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

/** An envelope around a body of the canal `tienda`. */
export function envelope(
  body: string,
  { version = '1.1', header = '' }: { version?: keyof typeof NAMESPACES; header?: string } = {},
): string {
  return `<s:Envelope xmlns:s="${NAMESPACES[version]}" xmlns="urn:div:soap:tienda"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
}
