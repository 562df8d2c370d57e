import type { Limits, PaginaDeValor, ParteDeValor, PartesDeEjecucion } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { ValoresEnteros } from './keep-whole.ts'

type PaginaRow = Omit<Database['paginasDePrueba'], 'ejecucionId'>

interface Ejecucion {
  ejecucionId: string
  /** Who made it: nobody else sees it. */
  usuarioId: string
}

type StoreLimits = Pick<Limits, 'pruebaValoresMinutos' | 'pruebaValoresPorUsuario'>

/** What is the same at several places is kept once. */
function toRows(valores: ValoresEnteros['valores']): { partes: ParteDeValor[]; paginas: PaginaRow[] } {
  const partes: ParteDeValor[] = []
  const paginas: PaginaRow[] = []
  let parte = 0
  for (const { lugares, partes: divided } of valores) {
    for (const { paginas: held, ...described } of divided) {
      for (const lugar of lugares) partes.push({ parte, ...lugar, ...described, paginas: held.length })
      for (const [pagina, each] of held.entries()) paginas.push({ parte, pagina, ...each })
      parte++
    }
  }
  return { partes, paginas }
}

/** The large values of test runs by page, for whoever made the run and for a while. */
export function createValoresDePrueba({ db, limits }: { db: Kysely<Database>; limits: StoreLimits }) {
  const minutos = limits.pruebaValoresMinutos
  const isKept = sql<boolean>`momento > now() - make_interval(mins => ${minutos})`

  async function store(
    { ejecucionId, usuarioId }: Ejecucion,
    { valores, isWhole }: ValoresEnteros,
  ): Promise<void> {
    if (valores.length === 0 && isWhole) return
    const { partes, paginas } = toRows(valores)
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('valoresDePrueba')
        .values({ ejecucionId, usuarioId, partes: JSON.stringify(partes), completas: isWhole })
        .execute()
      // One statement for all of them, however many: a statement binds 65,535 values at most.
      await sql`
        insert into paginas_de_prueba (ejecucion_id, parte, pagina, desde, cuantos, valor)
        select ${ejecucionId}::uuid, * from unnest(
          ${paginas.map((each) => each.parte)}::int[], ${paginas.map((each) => each.pagina)}::int[],
          ${paginas.map((each) => each.desde)}::int[], ${paginas.map((each) => each.cuantos)}::int[],
          ${paginas.map((each) => each.valor)}::text[])`.execute(trx)
      await sql`
        delete from valores_de_prueba where ejecucion_id in (
          select ejecucion_id from valores_de_prueba where usuario_id = ${usuarioId}
          order by momento desc offset ${limits.pruebaValoresPorUsuario})`.execute(trx)
    })
  }

  /** Removes what nobody may read any more. */
  async function purge(): Promise<void> {
    await sql`delete from valores_de_prueba where not ${isKept}`.execute(db)
  }

  async function list({ ejecucionId, usuarioId }: Ejecucion): Promise<PartesDeEjecucion> {
    const row = await db
      .selectFrom('valoresDePrueba')
      .select(['partes', 'completas'])
      .where('ejecucionId', '=', ejecucionId)
      .where('usuarioId', '=', usuarioId)
      .where(isKept)
      .executeTakeFirst()
    return { partes: row?.partes ?? [], completas: row?.completas ?? true, minutos }
  }

  /** Null: there is none, or not for this person. */
  async function readPage(
    { ejecucionId, usuarioId }: Ejecucion,
    { parte, pagina }: { parte: number; pagina: number },
  ): Promise<PaginaDeValor | null> {
    const row = await db
      .selectFrom('paginasDePrueba')
      .innerJoin('valoresDePrueba', 'valoresDePrueba.ejecucionId', 'paginasDePrueba.ejecucionId')
      .select(['desde', 'cuantos', 'valor'])
      .where('paginasDePrueba.ejecucionId', '=', ejecucionId)
      .where('parte', '=', parte)
      .where('pagina', '=', pagina)
      .where('usuarioId', '=', usuarioId)
      .where(isKept)
      .executeTakeFirst()
    return row ? { ...row, valor: JSON.parse(row.valor) } : null
  }

  return { store, list, readPage, purge }
}

export type ValoresDePrueba = ReturnType<typeof createValoresDePrueba>
