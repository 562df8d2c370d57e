import { LimiteSuperado, type Limits, MAX_TEXTO_DE_VALOR, type Role } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'
import type { Catalogo, ProcesoLeido } from './build-inventario.ts'
import { direccionOf } from './direccion-of.ts'

/** Procesos read by one statement: each may hold two large flujos. */
const PAGE = 100

type Contada = 'procesos' | 'servidores' | 'parametros' | 'tablas' | 'consecutivos'

/** Before anything of them is read. Throws LimiteSuperado when there are more of one than an inventory tells of. */
export async function refuseTooMany(
  db: Kysely<Database>,
  limits: Pick<Limits, 'inventarioProcesos' | 'inventarioNombres'>,
  tables: readonly Contada[],
): Promise<void> {
  for (const table of tables) {
    const limite = table === 'procesos' ? 'inventarioProcesos' : 'inventarioNombres'
    const { total } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    if (Number(total) > limits[limite]) throw new LimiteSuperado({ limite, maximo: limits[limite] })
  }
}

/** With what is published of each. */
export async function* readProcesos(db: Kysely<Database>): AsyncGenerator<ProcesoLeido> {
  let after = '00000000-0000-0000-0000-000000000000'
  while (true) {
    const rows = await selectProcesos(db).where('procesos.id', '>', after).limit(PAGE).execute()
    for (const row of rows) yield toLeido(row)
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}

/** Undefined: there is none of this name. */
export async function findProceso(
  db: Kysely<Database>,
  nombre: string,
): Promise<(ProcesoLeido & { descripcion: string }) | undefined> {
  const row = await selectProcesos(db)
    .where(sql<boolean>`lower(procesos.nombre) = lower(${nombre})`)
    .executeTakeFirst()
  return row && { ...toLeido(row), descripcion: row.descripcion }
}

function selectProcesos(db: Kysely<Database>) {
  return db
    .selectFrom('procesos')
    .leftJoin('procesoVersiones as publicada', (join) =>
      join
        .onRef('publicada.procesoId', '=', 'procesos.id')
        .onRef('publicada.version', '=', 'procesos.versionPublicada'),
    )
    .select([
      'procesos.id',
      'procesos.nombre',
      'procesos.descripcion',
      'procesos.revision',
      'procesos.concurrencia',
      'procesos.modo',
      'procesos.flujo',
      'publicada.version',
      'publicada.publicadaEn',
      'publicada.modo as modoPublicado',
      'publicada.flujo as flujoPublicado',
    ])
    .orderBy('procesos.id')
}

type ProcesoRow = Awaited<ReturnType<ReturnType<typeof selectProcesos>['execute']>>[number]

function toLeido({
  id,
  nombre,
  revision,
  concurrencia,
  modo,
  flujo,
  version,
  publicadaEn,
  modoPublicado,
  flujoPublicado,
}: ProcesoRow): ProcesoLeido {
  const isPublished =
    version !== null && publicadaEn !== null && modoPublicado !== null && flujoPublicado !== null
  return {
    id,
    nombre,
    revision,
    concurrencia,
    borrador: { modo, flujo },
    publicado: isPublished ? { version, publicadaEn, modo: modoPublicado, flujo: flujoPublicado } : null,
  }
}

export async function readCatalogo(db: Kysely<Database>): Promise<Catalogo> {
  const [servidores, procesos, parametros] = await Promise.all([
    db
      .selectFrom('servidores')
      .select(['id', 'nombre', 'tipoServidor as tipo', 'activo'])
      // What was read of a contract is megabytes.
      .select(sql<Record<string, unknown>>`config - 'documentos' - 'archivos'`.as('config'))
      .orderBy(sql`lower(nombre)`)
      .execute(),
    db.selectFrom('procesos').select(['id', 'nombre']).execute(),
    db
      .selectFrom('parametros')
      .select(['nombre', 'tipo', 'secreto'])
      .select(sql<string | null>`left(valor #>> '{}', ${MAX_TEXTO_DE_VALOR}::int)`.as('texto'))
      .select(sql<string>`encode(sha256(convert_to(valor::text, 'UTF8')), 'base64')`.as('huella'))
      .orderBy(sql`lower(nombre)`)
      .execute(),
  ])
  return {
    servidores: new Map(
      servidores.map(({ id, nombre, tipo, activo, config }) => [
        id,
        { nombre, tipo, activo, direccion: direccionOf(config) },
      ]),
    ),
    procesos: new Map(procesos.map(({ id, nombre }) => [id, nombre])),
    parametros: new Map(
      parametros.map(({ nombre, tipo, secreto, texto, huella }) => [
        nombre.toLowerCase(),
        { nombre, tipo, secreto, valor: secreto ? null : { texto: texto ?? '', huella } },
      ]),
    ),
  }
}

export async function listNombres(
  db: Kysely<Database>,
  table: 'tablas' | 'consecutivos' | 'aiAgentes',
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('nombre').orderBy(sql`lower(nombre)`).execute()
  return rows.map(({ nombre }) => nombre)
}

/** Those RAG collections that the role is told of. */
export async function listColecciones(db: Kysely<Database>, role: Role): Promise<string[]> {
  const rows = await db
    .selectFrom('ragColecciones')
    .select(['nombre', 'roles'])
    .orderBy(sql`lower(nombre)`)
    .execute()
  return rows.filter(({ roles }) => isColeccionVisible(roles, role)).map(({ nombre }) => nombre)
}
