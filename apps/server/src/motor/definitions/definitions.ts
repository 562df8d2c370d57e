import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { CanalAbierto } from '../runtime/open-secrets.ts'
import { type ChangeFeed, startChangeFeed } from './change-feed.ts'
import { type CompileOutcome, keyOf, PublishedVersion } from './published-version.ts'
import {
  purgeCambios,
  readDefinitions,
  readMarca,
  readVersions,
  type StoredDefinitions,
  type StoredProceso,
  type VersionKey,
} from './read-definitions.ts'

/** One process published in a canal, with the plan that answers it. */
export interface AsignacionDefinida {
  asignacion: Row<'canalProcesos'>
  proceso: StoredProceso
  /** Null: the process was never published, or the version is gone. */
  publicada: PublishedVersion | null
}

/** A proceso that is a tool, as it is published. */
export interface CapacidadDefinida extends Pick<AsignacionDefinida, 'proceso' | 'publicada'> {
  capacidad: Row<'aiCapabilities'>
}

export interface CanalDefinido extends CanalAbierto {
  id: string
  asignaciones: readonly AsignacionDefinida[]
}

/** What is published at one moment. Immutable: a change makes another one. */
export interface Snapshot {
  marca: string
  /** Active ones. */
  canales: readonly CanalDefinido[]
  /** What MCP offers. */
  capacidades: readonly CapacidadDefinida[]
  /** What they accepted before goes on. */
  inactiveCanales: readonly CanalDefinido[]
  /** Also one that is not active. Undefined: it is gone, or cannot be opened. */
  findCanal(canalId: string): CanalDefinido | undefined
  /** `version` null: the one that is published. */
  find(procesoId: string, version: number | null): PublishedVersion | undefined
  nombreDeProceso(procesoId: string): string | undefined
  /** Of each proceso whose published version declares one, the parameter that is its business key. */
  claves: ReadonlyMap<string, string>
  /** Canales and procesos of which only so many runs may be under way. */
  acotados: ReadonlySet<string>
}

export interface DefinitionsDeps {
  db: Kysely<Database>
  listener: Pick<Listener, 'on'>
  log: Logger
  /** Takes servidores, parametros and tablas as they are now, before anything is compiled against them. */
  applyWorld(stored: StoredDefinitions): Promise<void>
  /** May throw: the others go on without it. */
  openCanal(row: Row<'canales'>): CanalAbierto
  compile(flujo: Row<'procesoVersiones'>['flujo'], modo: Row<'procesoVersiones'>['modo']): CompileOutcome
  stamp(dependencia: string): string
}

export interface Definitions {
  current(): Snapshot
  /**
   * A version that a run calls, read now if nothing had called it before; `version` null: the published one. Undefined: there is none.
   */
  find(
    procesoId: string,
    version: number | null,
  ): PublishedVersion | Promise<PublishedVersion | undefined> | undefined
  /** Versions that are compiled. */
  countPlanes(): number
  /** Called after every swap. */
  onChange(listener: (snapshot: Snapshot) => void): void
  /** Forgets old changes. */
  purge(): Promise<void>
  /** Resolves when everything committed before the call is in `current()`. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Compiling may hold the event loop this long at a stretch. */
const SLICE_MS = 5

/** Loads what is published and keeps it current: new plans are made beside the old ones, then one pointer is swapped. */
export async function createDefinitions(deps: DefinitionsDeps): Promise<Definitions> {
  const { db, listener, log } = deps
  const listeners: ((snapshot: Snapshot) => void)[] = []
  let versions: ReadonlyMap<string, PublishedVersion> = new Map()
  let snapshot: Snapshot = EMPTY
  let epoca: number | undefined
  /** Versions that only a sub-process names by number: no assignment tells that they are wanted. */
  const pinned = new Map<string, PublishedVersion>()
  let loading: Promise<void> = Promise.resolve()

  async function load() {
    if ((await readMarca(db)) === snapshot.marca) return
    const stored = await readDefinitions(db)
    await deps.applyWorld(stored)
    if (stored.epoca !== epoca) pinned.clear()
    versions = await loadVersions(stored, stored.epoca === epoca ? versions : new Map(), deps)
    epoca = stored.epoca
    const next = buildSnapshot(stored, versions, deps)
    await compileAhead(next, log)
    snapshot = next
    for (const listener of listeners) listener(snapshot)
  }

  async function readPinned(key: VersionKey): Promise<PublishedVersion | undefined> {
    const [stored] = await readVersions(db, [key])
    const version = stored && new PublishedVersion(stored, deps)
    if (version) pinned.set(keyOf(key), version)
    return version
  }

  function find(procesoId: string, version: number | null) {
    const known = snapshot.find(procesoId, version)
    if (known || version === null) return known
    const key = { procesoId, version }
    const before = pinned.get(keyOf(key))
    return before && !before.isStale ? before : readPinned(key)
  }

  /** One after another: two loads at once could swap in the older one last. */
  function refresh(): Promise<void> {
    loading = loading.then(load, load)
    return loading
  }

  await refresh()
  const feed: ChangeFeed = startChangeFeed({ listener, log, refresh })

  return {
    current: () => snapshot,
    find,
    countPlanes: () => versions.values().reduce((count, { isCompiled }) => count + Number(isCompiled), 0),
    onChange: (listener) => {
      listeners.push(listener)
    },
    purge: () => purgeCambios(db),
    catchUp: refresh,
    close: () => feed.close(),
  }
}

const EMPTY: Snapshot = {
  marca: '',
  canales: [],
  inactiveCanales: [],
  capacidades: [],
  findCanal: () => undefined,
  find: () => undefined,
  nombreDeProceso: () => undefined,
  claves: new Map(),
  acotados: new Set(),
}

/** Every version that something may call: kept when nothing below it changed, read when it is new. */
async function loadVersions(
  { procesos, asignaciones }: StoredDefinitions,
  known: ReadonlyMap<string, PublishedVersion>,
  deps: DefinitionsDeps,
): Promise<ReadonlyMap<string, PublishedVersion>> {
  const wanted = new Map<string, VersionKey>()
  const want = (key: VersionKey) => wanted.set(keyOf(key), key)
  for (const { id, versionPublicada } of procesos) {
    if (versionPublicada !== null) want({ procesoId: id, version: versionPublicada })
  }
  for (const { procesoId, version } of asignaciones) {
    if (version !== null) want({ procesoId, version })
  }
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, key]) => key)
  const next = new Map<string, PublishedVersion>()
  for (const stored of await readVersions(deps.db, missing)) {
    next.set(keyOf(stored), new PublishedVersion(stored, deps))
  }
  for (const key of wanted.keys()) {
    const before = known.get(key)
    if (before) next.set(key, before.isStale ? before.renewed() : before)
  }
  return next
}

function buildSnapshot(
  stored: StoredDefinitions,
  versions: ReadonlyMap<string, PublishedVersion>,
  deps: DefinitionsDeps,
): Snapshot {
  const procesos = new Map(stored.procesos.map((proceso) => [proceso.id, proceso]))
  const find = (procesoId: string, version: number | null) => {
    const wanted = version ?? procesos.get(procesoId)?.versionPublicada
    return wanted === null || wanted === undefined
      ? undefined
      : versions.get(keyOf({ procesoId, version: wanted }))
  }
  const canales: CanalDefinido[] = []
  const inactiveCanales: CanalDefinido[] = []
  for (const row of stored.canales) {
    const opened = tryOpen(row, deps)
    if (!opened) continue
    const asignaciones = stored.asignaciones.flatMap((asignacion) => {
      const proceso = asignacion.canalId === row.id ? procesos.get(asignacion.procesoId) : undefined
      if (!proceso) return []
      return [{ asignacion, proceso, publicada: find(proceso.id, asignacion.version) ?? null }]
    })
    const list = row.activo ? canales : inactiveCanales
    list.push({ ...opened, id: row.id, asignaciones })
  }
  const byId = new Map([...canales, ...inactiveCanales].map((canal) => [canal.id, canal]))
  return {
    marca: stored.marca,
    canales,
    inactiveCanales,
    capacidades: stored.capacidades.flatMap((capacidad) => {
      const proceso = capacidad.procesoId === null ? undefined : procesos.get(capacidad.procesoId)
      return proceso ? { capacidad, proceso, publicada: find(proceso.id, null) ?? null } : []
    }),
    findCanal: (canalId) => byId.get(canalId),
    find,
    nombreDeProceso: (procesoId) => procesos.get(procesoId)?.nombre,
    claves: new Map(
      stored.procesos.flatMap(({ id }) => {
        const clave = find(id, null)?.clave ?? null
        return clave === null ? [] : [[id, clave]]
      }),
    ),
    acotados: new Set(stored.acotados),
  }
}

function tryOpen(row: Row<'canales'>, { openCanal, log }: DefinitionsDeps): CanalAbierto | null {
  try {
    return openCanal(row)
  } catch (error) {
    // One canal that cannot be opened, for example for its secret, must not keep the others from changing.
    log.error({ err: error, canal: row.nombre }, 'canal cannot be opened')
    return null
  }
}

/** Compiles what is called from outside, letting calls through in between. */
async function compileAhead(snapshot: Snapshot, log: Logger): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  const called = [...snapshot.canales.flatMap(({ asignaciones }) => asignaciones), ...snapshot.capacidades]
  for (const { publicada, proceso } of called) {
    if (!publicada || publicada.isCompiled) continue
    const { plan, hallazgos } = publicada.outcome
    if (!plan) {
      log.error(
        { proceso: proceso.nombre, version: publicada.version, hallazgos },
        'published version does not compile',
      )
    }
    if (performance.now() < sliceEnd) continue
    await new Promise((resolve) => setImmediate(resolve))
    sliceEnd = performance.now() + SLICE_MS
  }
}
