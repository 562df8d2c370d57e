import { FLUJO_VERSION, type Flujo, type Limits, type Parametro } from '@div/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { startTestMotor, type TestMotor, type TestMotorOptions } from '../../testing.ts'

/** entrada → salida, the simplest flow that answers. */
export function flujoOf(
  entrada: Parametro[],
  salida: Parametro[],
  nodo: Record<string, unknown> = {},
): Flujo {
  const posicion = { x: 0, y: 0 }
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: entrada },
      { id: 'n2', tipo: 'salida', nombre: 'Respuesta', posicion, parametros: salida, ...nodo },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}

const ID: Parametro = {
  nombre: 'id',
  tipo: 'entero',
  requerido: true,
  ejemplo: 7,
  validacion: { maximo: 1_000 },
}
export const ECHO = flujoOf(
  [ID, { nombre: 'nombre', tipo: 'texto' }],
  [
    { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } },
    { nombre: 'saludo', expresion: '"Hola, " & MAYUSCULAS(n1.nombre)' },
  ],
)
/** Waits for a sequence whose row a test may lock. */
export const WAITING = flujoOf([], [{ nombre: 'numero', expresion: 'CONSECUTIVO("turno")' }])

export interface Called {
  status: number
  body: unknown
  text: string
  headers: Headers
}

export const json = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
})

/** A motor with the canal `eco`, and how tests call and publish there. */
export async function startRestMotor(
  limits: Partial<Limits> = {},
  options: Pick<TestMotorOptions, 'onSecretInUse' | 'log'> = {},
) {
  const motor: TestMotor = await startTestMotor({
    limits: { profundidad: 20, ejecucionesPorWorker: 50, ...limits },
    tokens: { verify: (token) => (token === 'bueno' ? { id: 't1', canales: null, capacidades: [] } : null) },
    trustedProxies: ['127.0.9.0/24'],
    ...options,
  })

  async function call(path: string, init: RequestInit = {}): Promise<Called> {
    const answer = await fetch(`${motor.url}/rest${path}`, init)
    const text = await answer.text()
    let body: unknown = text
    if (text !== '' && /json/.test(answer.headers.get('content-type') ?? '')) body = JSON.parse(text)
    return { status: answer.status, body, text, headers: answer.headers }
  }

  async function publish(
    ruta: string,
    flujo: Flujo,
    changes: Parameters<TestMotor['publishCanal']>[0] | object = {},
  ) {
    const procesoId = await motor.publishProceso(flujo)
    const canalId = await motor.publishCanal({ ruta, ...changes }, [
      { procesoId, metodo: 'GET', ruta: '/cosas/{id}', etag: true },
      { procesoId, metodo: 'POST', ruta: '/cosas' },
    ])
    return { procesoId, canalId }
  }

  async function withTurnoLocked(work: () => Promise<void>): Promise<void> {
    await motor.database.db.transaction().execute(async (trx) => {
      await sql`select * from consecutivos where nombre = 'turno' for update`.execute(trx)
      await work()
    })
  }

  await motor.database.db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'turno',
      descripcion: '',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  await publish('eco', ECHO)

  return { motor, call, publish, withTurnoLocked, close: () => motor.close() }
}
