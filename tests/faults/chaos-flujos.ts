import { FLUJO_VERSION, type Flujo } from '@div/contract'

const POSICION = { x: 0, y: 0 }

/** Runs go by turns: in each mode, and durable ones that wait for a signal or for a person. */
export const CLASES = ['durable', 'memoria', 'senal', 'aprobacion'] as const
type Clase = (typeof CLASES)[number]
export const claseOf = (clave: number): Clase => CLASES[clave % CLASES.length] ?? 'durable'
export const modoOf = (clase: Clase) => (clase === 'memoria' ? 'memoria' : 'durable')

/** What is called: the servidores of another database and of the product itself, and the proceso that writes into the latter. */
interface Llamados {
  efectos: string
  interno: string
  anota: string
}

/** What one run works, and then sleeps without a worker. */
interface Pace {
  workS: number
  sleepMs: number
}

/** The tables of the other database. */
export const EFECTOS = [
  'create table efectos (clave integer primary key)',
  'create table direcciones (clave integer primary key, ruta text not null, enviada boolean not null default false)',
]

/** What the product keeps of its own effects. */
export const HECHOS = { nombre: 'hechos', columnas: [{ nombre: 'clave', tipo: 'entero' }] }

export function emptyFlujo(): Flujo {
  return chain([], [], [])
}

/** One call that takes its time. */
export function slowFlujo(efectos: string, seconds: number): Flujo {
  return chain([], [works('n2', efectos, seconds)], [])
}

/** What writes the key into the product's own database. */
export function anotaFlujo(interno: string): Flujo {
  const insert = { tipoObjeto: 'tabla', objeto: { tabla: HECHOS.nombre, operacion: 'insertar' } }
  return chain(ENTRADA, [here('n2', interno, insert, [CLAVE])], [])
}

export function chaosFlujo(clase: Clase, llamados: Llamados, pace: Pace): Flujo {
  if (clase === 'aprobacion') {
    const salida = [CLAVE, { nombre: 'aprobada', valorAsignado: { nodo: 'n2', ruta: 'aprobada' } }]
    return beside(chain(ENTRADA, approved(llamados), salida), works('n6', llamados.efectos, pace.workS * 3))
  }
  return clase === 'senal'
    ? chain(ENTRADA, signalled(llamados), [
        { nombre: 'recibida', valorAsignado: { nodo: 'n4', ruta: 'clave' } },
      ])
    : chain(ENTRADA, effects(clase, llamados, pace), [])
}

const ENTRADA = [{ nombre: 'clave', tipo: 'entero', requerido: true }]
const CLAVE = { nombre: 'clave', valorAsignado: { nodo: 'n1', ruta: 'clave' } }
const DONE = 'insert into efectos (clave) values (:clave) on conflict do nothing'

/** An effect elsewhere that bears repeating, one of a called proceso in the product's own database that does not, work that takes its time, and sleep. */
function effects(clase: Clase, { efectos, interno, anota }: Llamados, { workS, sleepMs }: Pace): object[] {
  return [
    elsewhere('n2', efectos, { sql: DONE, parametros: [CLAVE] }),
    // In memory all of it would be repeated.
    ...(clase === 'durable'
      ? [here('n3', interno, { tipoObjeto: 'proceso', objeto: { procesoId: anota } }, [CLAVE])]
      : []),
    works('n4', efectos, workS),
    here('n5', interno, { tipoObjeto: 'espera', objeto: { ms: sleepMs } }),
  ]
}

/** Tells where it is to be signalled, and goes on once it was. */
function signalled({ efectos, interno }: Llamados): object[] {
  const ruta = { nombre: 'ruta', valorAsignado: { nodo: 'n2', ruta: 'ruta' } }
  const sql = 'insert into direcciones (clave, ruta) values (:clave, :ruta) on conflict do nothing'
  return [
    here('n2', interno, { tipoObjeto: 'direccionDeSenal', objeto: { nodo: 'n4' } }),
    elsewhere('n3', efectos, { sql, parametros: [CLAVE, ruta] }),
    here('n4', interno, { tipoObjeto: 'senal', objeto: {} }),
    elsewhere('n5', efectos, { sql: DONE, parametros: [CLAVE] }),
  ]
}

/** Does what it does once somebody has decided, who is asked while another branch works. */
function approved({ efectos, interno }: Llamados): object[] {
  return [
    here('n2', interno, { tipoObjeto: 'aprobacion', objeto: { titulo: 'Decidir', rol: 'operador' } }, [
      CLAVE,
    ]),
    elsewhere('n3', efectos, { sql: DONE, parametros: [CLAVE] }),
  ]
}

function works(id: string, servidorId: string, seconds: number): object {
  return elsewhere(id, servidorId, { sql: `select pg_sleep(${seconds})`, parametros: [] })
}

function elsewhere(
  id: string,
  servidorId: string,
  { sql, parametros }: { sql: string; parametros: object[] },
): object {
  return {
    ...{ id, nombre: id, tipo: 'proceso', servidorId, tipoServidor: 'postgresql', tipoObjeto: 'consulta' },
    ...{ objeto: { sql }, parametros },
    politica: { enError: 'detener', reintentos: { max: 5, esperaMs: 100, factor: 2 } },
  }
}

function here(
  id: string,
  servidorId: string,
  { tipoObjeto, objeto }: { tipoObjeto: string; objeto: object },
  parametros: object[] = [],
): object {
  return {
    id,
    nombre: id,
    tipo: 'proceso',
    servidorId,
    tipoServidor: 'interno',
    tipoObjeto,
    objeto,
    parametros,
  }
}

/** entrada → these → salida. */
function chain(entrada: object[], calls: object[], salida: object[]): Flujo {
  const all = [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: entrada },
    ...calls,
    { id: 'n9', tipo: 'salida', nombre: 'Salida', parametros: salida },
  ] as { id: string }[]
  return {
    version: FLUJO_VERSION,
    nodos: all.map((nodo) => ({ ...nodo, posicion: POSICION })) as Flujo['nodos'],
    conexiones: all.slice(1).map(({ id }, at) => ({ id: `c${at}`, origen: all[at]?.id ?? '', destino: id })),
  }
}

/** The same, with one node more that nothing follows but the end. */
function beside({ nodos, conexiones, ...flujo }: Flujo, nodo: object): Flujo {
  const added = { ...nodo, posicion: POSICION } as Flujo['nodos'][number]
  return {
    ...flujo,
    nodos: [...nodos, added],
    conexiones: [
      ...conexiones,
      { id: 'desde', origen: 'n1', destino: added.id },
      { id: 'hasta', origen: added.id, destino: 'n9' },
    ],
  }
}
