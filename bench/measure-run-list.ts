import type { EjecucionFilter } from '../apps/server/src/api/ejecuciones/list-lugares.ts'
import { createEjecucionesRepository } from '../apps/server/src/api/ejecuciones/repository.ts'
import { maintainPartitions } from '../apps/server/src/motor/history/partitions.ts'
import { LATENCY_BOUNDS } from '../apps/server/src/motor/metrics/rolling-window.ts'
import { inOwnDatabase, type OwnDatabase } from './in-own-database.ts'
import { median } from './median.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const STEP = 250_000
const PAGE = 101
const ROUNDS = 9

/** How long the first page takes by one filter: the median of some rounds, and the worst of them. */
export interface RunListResult {
  runs: number
  filters: readonly { name: string; rows: number; medianMs: number; worstMs: number }[]
}

/** The first page of the run list, by every filter, over so many runs in a database of its own. */
export async function measureRunList(server: string, runs: number): Promise<RunListResult> {
  return inOwnDatabase(server, {
    name: 'bench_run_list',
    async measure({ db, client }) {
      await fill({ db, client, runs })
      return { runs, filters: await readPages(db) }
    },
  })
}

const id = (kind: string, number: number) =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Like a shop's: most are calls that take milliseconds and end well; something of everything else is rare. */
async function fill({ db, client, runs }: OwnDatabase & { runs: number }) {
  const now = Date.now()
  const instants = Array.from({ length: DAYS + 1 }, (_, day) => now - day * DAY_MS)
  await maintainPartitions(db, { days: DAYS + 1, instants })
  await client.query(`insert into procesos (id, nombre, descripcion, modo, flujo)
    select ('0000000a-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Proceso ' || n, '', 'memoria', '{}'
    from generate_series(0, 50) as n`)
  for (let first = 0; first < runs; first += STEP) {
    await client.query(`
      insert into ejecuciones (id, inicio, duracion_ms, estado, proceso_id, version, canal_id, origen, error_codigo, error_mensaje,
        error_nodo, nodo_motor, clave_negocio, entrada, salida, pasos, aplazada)
      select gen_random_uuid(), now() - make_interval(secs => n * ${(DAYS * DAY_MS) / 1_000 / runs}::float8),
        case when n % 9973 = 0 then 5000 + n % 777 else 1 + random() * 20 end,
        case when n % 31 = 0 then 'error' when n % 1009 = 0 then 'cancelada' else 'ok' end,
        ('0000000a-0000-4000-8000-' || lpad((case when n % 400009 = 0 then 50 else n % 50 end)::text, 12, '0'))::uuid, 1 + n % 3,
        case when n % 11 = 0 then null else
          ('0000000c-0000-4000-8000-' || lpad((case when n % 300007 = 0 then 10 else n % 10 end)::text, 12, '0'))::uuid end,
        case when n % 200003 = 0 and n % 11 = 0 then 'reintento' when n % 11 = 0 then 'tarea' else 'canal' end,
        case when n % 31 = 0 then 'SERVIDOR_NO_RESPONDE' end,
        case when n % 31 = 0 then case when n % 70001 = 0 then 'la factura F-' || n || ' no existe'
          else 'El servidor «Almacén ' || n % 7 || '» no contesta: se agotó el tiempo de conexión.' end end,
        case when n % 31 = 0 then 'n2' end, 'motor/1', case when n % 2 = 0 then 'PED-' || n end,
        json_build_object('pedido', n, 'cliente', 'Cliente ' || n % 1000), json_build_object('total', n % 500),
        ('[{"nodo":"n1","us":[0,12],"salidaDe":"entrada"},{"nodo":"n2","us":[14,2100],"entrada":{"pedido":' || n ||
         '},"salida":{"filas":[{"nombre":"Ana","correo":"ana@ejemplo.com"}],"total":1}},{"nodo":"n3","us":[2120,9],"salidaDe":"salida"}]'), true
      from generate_series(${first}::bigint, ${Math.min(first + STEP, runs) - 1}::bigint) as n`)
  }
  const classes = Array.from(
    { length: LATENCY_BOUNDS.length + 1 },
    (_, index) => `count(*) filter (where ${ofClass(index)})::int`,
  )
  await client.query(`insert into ejecuciones_horas (hora, proceso_id, canal_id, total, errores, suma_ms, clases, ultima, ultima_id, ultimo_estado)
    select date_trunc('hour', inicio), proceso_id, canal_id, count(*), 0, 0, array[${classes}], max(inicio), gen_random_uuid(), 'ok'
    from ejecuciones group by 1, 2, 3`)
  await client.query('vacuum analyze ejecuciones, ejecuciones_horas')
}

/** As they are counted by the hour. */
function ofClass(index: number): string {
  const [above, upTo] = [LATENCY_BOUNDS[index - 1], LATENCY_BOUNDS[index]]
  return [
    ...(above === undefined ? [] : [`duracion_ms > ${above}`]),
    ...(upTo === undefined ? [] : [`duracion_ms <= ${upTo}`]),
  ].join(' and ')
}

async function readPages(db: OwnDatabase['db']): Promise<RunListResult['filters']> {
  const { list } = createEjecucionesRepository(db)
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS)
  const filters: Record<string, EjecucionFilter> = {
    'no filter': {},
    'a proceso': { procesoId: id('a', 7) },
    'a proceso that hardly ran': { procesoId: id('a', 50) },
    'a canal': { canalId: id('c', 3) },
    'a canal that was hardly called': { canalId: id('c', 10) },
    'state error': { estado: 'error' },
    'state cancelada': { estado: 'cancelada' },
    'a proceso that failed': { procesoId: id('a', 7), estado: 'error' },
    'origin tarea': { origen: 'tarea' },
    'origin reintento, which is rare': { origen: 'reintento' },
    'a day, three weeks ago': { desde: day(21), hasta: day(20) },
    'at least 5 ms': { duracionMinMs: 5 },
    'at least 1 s, which is rare': { duracionMinMs: 1_000 },
    'at least 1 hour, which none took': { duracionMinMs: 3_600_000 },
    'at most 5 ms': { duracionMaxMs: 5 },
    'at most 1 ms, which none took': { duracionMaxMs: 1 },
    'between 6 and 7 s, which is rare': { duracionMinMs: 6_000, duracionMaxMs: 7_000 },
    'between 35 and 60 ms, which none took': { duracionMinMs: 35, duracionMaxMs: 60 },
    'business key': { clave: 'PED-2468024' },
    'business key that is not there': { clave: 'PED-nada' },
    'text of most errors': { q: 'no contesta' },
    'text of a few errors': { q: 'la factura' },
    'text that stands nowhere': { q: 'jamás escrito' },
    'name of a proceso': { q: 'Proceso 33' },
    'a proceso and a text of its errors': { procesoId: id('a', 7), q: 'Almacén 5' },
    'a proceso and a text of no error': { procesoId: id('a', 7), q: 'jamás escrito' },
    'a proceso and the tareas that ran it': { procesoId: id('a', 7), origen: 'tarea' },
    'a canal and a text of errors': { canalId: id('c', 3), q: 'Almacén 5' },
  }
  const measured = []
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = []
    let rows = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const begun = performance.now()
      rows = (await list(filter, { limite: PAGE, cursor: null })).length
      // The first one opens connections and reads the plan of the tables.
      if (round > 0) times.push(performance.now() - begun)
    }
    measured.push({ name, rows, medianMs: median(times), worstMs: Math.max(...times) })
  }
  return measured
}
