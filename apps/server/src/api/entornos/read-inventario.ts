import { FORMATO_DE_INVENTARIO, type Inventario, type Limits, type Role } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { describeProceso, listCatalogo, listUsados } from './build-inventario.ts'
import { keyOf } from './comparar.ts'
import type { Usado } from './comparar-vinculos.ts'
import {
  listColecciones,
  listNombres,
  readCatalogo,
  readProcesos,
  refuseTooMany,
} from './inventario-repository.ts'
import { createLink, type Link } from './link-paquete.ts'

export interface InventarioOptions {
  /** Of the product. */
  version: string
  limits: Pick<Limits, 'inventarioProcesos' | 'inventarioNombres'>
  /** Of whoever is told. */
  role: Role
  /** Under the names of another DIV; absent: under its own. */
  link?: Link
  /** Only what can be bound. */
  sinProcesos?: boolean
}

/** Told of by their names alone. */
const NOMBRADOS = ['servidores', 'parametros', 'tablas', 'consecutivos'] as const

const NADA = createLink({ servidores: {}, parametros: {} })

/** What this DIV has, by name. Throws LimiteSuperado when it has more than is told of. */
export async function readInventario(db: Kysely<Database>, options: InventarioOptions): Promise<Inventario> {
  return (await readPropio(db, options)).inventario
}

/** The same of this DIV itself, and by its own names what its published procesos use. */
export async function readPropio(
  db: Kysely<Database>,
  { version, limits, role, link = NADA, sinProcesos = false }: InventarioOptions,
): Promise<{ inventario: Inventario; usados: Usado[] }> {
  await refuseTooMany(db, limits, sinProcesos ? NOMBRADOS : ['procesos', ...NOMBRADOS])
  const catalogo = await readCatalogo(db)
  const procesos: Inventario['procesos'] = []
  const usados = new Map<string, Usado>()
  if (!sinProcesos) {
    for await (const proceso of readProcesos(db)) {
      procesos.push(describeProceso(proceso, { catalogo, link }))
      for (const nombrado of listUsados(proceso, catalogo)) {
        const key = `${nombrado.recurso}/${keyOf(nombrado.nombre)}`
        const usado = usados.get(key) ?? { ...nombrado, procesos: [] }
        if (usado.procesos.at(-1) !== proceso.nombre) usado.procesos.push(proceso.nombre)
        usados.set(key, usado)
      }
    }
  }
  const inventario: Inventario = {
    formato: FORMATO_DE_INVENTARIO,
    version,
    procesos,
    ...listCatalogo(catalogo),
    tablas: await listNombres(db, 'tablas'),
    consecutivos: await listNombres(db, 'consecutivos'),
    rag: await listColecciones(db, role),
    agentes: await listNombres(db, 'aiAgentes'),
  }
  return { inventario, usados: [...usados.values()] }
}
