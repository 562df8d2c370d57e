import { condicionDeAlertaSchema } from '@div/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { classOf, LATENCY_BOUNDS } from '../metrics/rolling-window.ts'
import { type Figuras, judgeCondicion } from './judge-condicion.ts'

/** So many runs of so many milliseconds, and how many of them failed. */
function ran(total: number, { errores = 0, ms = 10 } = {}): Partial<Figuras> {
  const clases = new Array<number>(LATENCY_BOUNDS.length + 1).fill(0)
  clases[classOf(ms)] = total
  return { conteo: { total, errores, clases, maximaMs: ms, minutos: 5 } }
}
const NADA: Figuras = {
  conteo: { total: 0, errores: 0, clases: [], maximaMs: 0, minutos: 5 },
  ambito: 'de «Pedidos»',
  esperaSegundos: null,
  pools: [],
  tareasPerdidas: [],
  tareasQueFallan: [],
  presupuestos: [],
}
const pool = { id: 's', nombre: 'Banco', circuito: 'abierto', circuitoDesdeMs: 5_000 } as const
const tarea = { tareaId: 't', nombre: 'Cierre', seguidos: 3, fallosParaAlerta: 3 }

type Condicion = z.input<typeof condicionDeAlertaSchema>

const judge = (condicion: Condicion, figuras: Partial<Figuras>) =>
  judgeCondicion(condicionDeAlertaSchema.parse(condicion), { ...NADA, ...figuras })

test.each<[Condicion, Partial<Figuras>, string[]]>([
  [{ tipo: 'fallos', cantidad: 3 }, ran(10, { errores: 2 }), []],
  [
    { tipo: 'fallos', cantidad: 3 },
    ran(10, { errores: 3 }),
    ['Fallaron 3 de 10 ejecuciones de «Pedidos» en los últimos 5 minutos; se avisa desde 3.'],
  ],
  [{ tipo: 'tasaErrores', porcentaje: 5 }, ran(100, { errores: 4 }), []],
  [{ tipo: 'tasaErrores', porcentaje: 5, minimo: 10 }, ran(9, { errores: 9 }), []],
  [
    { tipo: 'tasaErrores', porcentaje: 5 },
    ran(120, { errores: 7 }),
    ['Falló el 5,8 % de 120 ejecuciones de «Pedidos» en los últimos 5 minutos; se avisa desde el 5 %.'],
  ],
  [{ tipo: 'latencia', p95Ms: 500 }, ran(100, { ms: 400 }), []],
  [{ tipo: 'latencia', p95Ms: 500, minimo: 200 }, ran(100, { ms: 4_000 }), []],
  [
    { tipo: 'latencia', p95Ms: 500 },
    ran(100, { ms: 1_500 }),
    ['La latencia P95 de «Pedidos» es de 1,5 s en los últimos 5 minutos; se avisa por encima de 500 ms.'],
  ],
  [{ tipo: 'cola', segundos: 60 }, {}, []],
  [{ tipo: 'cola', segundos: 60 }, { esperaSegundos: 59 }, []],
  [
    { tipo: 'cola', segundos: 60 },
    { esperaSegundos: 180 },
    ['La ejecución más antigua lleva 3 min en la cola; se avisa desde 60 s.'],
  ],
  [{ tipo: 'circuito' }, { pools: [{ ...pool, circuito: 'cerrado' }] }, []],
  [{ tipo: 'circuito', segundos: 6 }, { pools: [pool] }, []],
  [{ tipo: 'circuito', servidorId: '00000000-0000-4000-8000-000000000001' }, { pools: [pool] }, []],
  [
    { tipo: 'circuito', segundos: 5 },
    { pools: [pool] },
    ['El servidor «Banco» no responde: su circuito está abierto y sus llamadas se rechazan.'],
  ],
  [
    { tipo: 'tareaPerdida' },
    { tareasPerdidas: [{ tareaId: 't', nombre: 'Cierre', perdidos: 1 }] },
    ['La tarea «Cierre» perdió una hora: no se ejecutó.'],
  ],
  [{ tipo: 'tareaFallida' }, { tareasQueFallan: [{ ...tarea, fallosParaAlerta: null }] }, []],
  [{ tipo: 'tareaFallida' }, { tareasQueFallan: [{ ...tarea, seguidos: 2 }] }, []],
  [{ tipo: 'tareaFallida', fallos: 4 }, { tareasQueFallan: [tarea] }, []],
  [
    { tipo: 'tareaFallida' },
    { tareasQueFallan: [tarea] },
    ['Fallaron las últimas 3 ejecuciones de la tarea «Cierre».'],
  ],
  [{ tipo: 'presupuesto' }, { presupuestos: [{ id: 'p', nombre: 'IA', porcentaje: 79.9 }] }, []],
  [
    { tipo: 'presupuesto' },
    { presupuestos: [{ id: 'p', nombre: 'IA', porcentaje: 80 }] },
    ['Los modelos gastaron el 80 % del presupuesto «IA»; se avisa desde el 80 %.'],
  ],
])('%j on %j', (condicion, figuras, mensajes) => {
  expect(judge(condicion, figuras).map(({ mensaje }) => mensaje)).toEqual(mensajes)
})

test('what is found of many things is told of each', () => {
  const pools = [pool, { ...pool, id: 'otro', nombre: 'Correo' }]
  expect(judge({ tipo: 'circuito' }, { pools }).map(({ sujeto }) => sujeto)).toEqual(['s', 'otro'])
})
