import type { Aislamiento, Nodo } from '@div/contract'
import type { BloqueBuilder } from './bloque-builder.ts'
import type { CompileContext } from './compile-context.ts'
import type { PlanNodo } from './plan.ts'
import { enclosing } from './regions.ts'

/** The calls that run in one transaction, and where it lives: in the innermost region that holds them all. */
interface TransactionGroup {
  nombre: string
  servidorId: string
  aislamiento: Aislamiento
  ids: readonly string[]
  /** The split of that region; null at the top level. */
  split: string | null
}

export function findTransactionGroups(context: CompileContext): TransactionGroup[] {
  const members = [...context.parsed.values()].filter(({ config }) => typeof config.transaccion === 'string')
  return [...Map.groupBy(members, ({ config }) => String(config.transaccion))].flatMap(([nombre, group]) => {
    const [first] = group
    if (!first) return []
    const ids = group.map(({ nodo }) => nodo.id)
    for (const { nodo, config } of group) {
      if (config.servidorId !== first.config.servidorId) {
        context.findings.add(
          nodo.id,
          'transaccion',
          `La transacción «${nombre}» solo puede usar un servidor.`,
        )
      }
    }
    return {
      nombre,
      servidorId: String(first.config.servidorId),
      aislamiento: group.map(({ config }) => config.aislamiento).find(isAislamiento) ?? 'lecturaConfirmada',
      ids,
      split: commonSplit(context, ids),
    }
  })
}

function isAislamiento(value: unknown): value is Aislamiento {
  return value === 'lecturaConfirmada' || value === 'lecturaRepetible' || value === 'serializable'
}

/** Of a region without a list only a branch is run as one: members in several branches meet outside of it. */
function commonSplit({ regions }: CompileContext, members: readonly string[]): string | null {
  const [first = ''] = members
  const shared = enclosing(regions, first).find(({ branches }) =>
    branches.some(({ ids }) => members.every((id) => ids.has(id))),
  )
  return shared?.split ?? null
}

/** Registers in a new block the transactions that live in it; a member deeper inside is stood for by the join that ends its region. */
export function addTransactions(
  context: CompileContext,
  builder: BloqueBuilder,
  groups: readonly TransactionGroup[],
): void {
  for (const { ids, split, ...group } of groups) {
    if (split !== builder.split) continue
    const miembros = new Set(ids.flatMap((id) => representative(context, builder, id) ?? []))
    // A region without a list is several blocks: a transaction belongs to the branch that holds its members.
    if (miembros.size > 0) builder.transacciones.push({ ...group, miembros: [...miembros] })
  }
}

function representative({ regions }: CompileContext, { slots }: BloqueBuilder, id: string): string | null {
  if (slots.has(id)) return id
  return enclosing(regions, id).find(({ join }) => slots.has(join))?.join ?? null
}

/** The transaction of a call: how many blocks out it lives, and where there. */
export function transactionOf(
  context: CompileContext,
  builder: BloqueBuilder,
  nodo: Nodo,
): PlanNodo['transaccion'] {
  const nombre = context.parsed.get(nodo.id)?.config.transaccion
  if (typeof nombre !== 'string') return null
  let niveles = 0
  for (let around: BloqueBuilder | null = builder; around; around = around.parent, niveles++) {
    const indice = around.transacciones.findIndex((each) => each.nombre === nombre)
    if (indice >= 0) return { niveles, indice, savepoint: mayGoOn(context, nodo, niveles) }
  }
  return null
}

/** May the run go on after the call failed or was cancelled: by a policy, or because a region inside the transaction bears it? */
function mayGoOn({ regions, graph, planRegions }: CompileContext, nodo: Nodo, niveles: number): boolean {
  const around = enclosing(regions, nodo.id).slice(0, niveles)
  const politicas = [nodo.id, ...around.flatMap(({ split, join }) => [split, join])].map(
    (id) => graph.vertices.get(id)?.nodo.politica,
  )
  if (politicas.some((each) => each && (each.enError !== 'detener' || each.reintentos))) return true
  return planRegions.some(
    ({ join, enError, union }) =>
      around.some((region) => region.join === join.id) && (enError === 'continuar' || union.tipo !== 'todos'),
  )
}

/** A member, what stands between members, and what shares with one a region that the transaction outlives: its next item meets it open. */
function runsInside(
  { availability, regions }: CompileContext,
  { ids, split }: TransactionGroup,
  id: string,
): boolean {
  if (ids.includes(id)) return true
  const between =
    ids.some((member) => availability.leadsTo(member, id)) &&
    ids.some((member) => availability.leadsTo(id, member))
  if (between) return true
  const around = enclosing(regions, id)
  const home = around.findIndex((region) => region.split === split)
  return around
    .slice(0, home === -1 ? undefined : home)
    .some((region) => ids.some((member) => region.ids.has(member)))
}

/** Nothing that cannot be rolled back, or that waits, may stand between the members of a transaction. */
export function checkTransactions(
  context: CompileContext,
  groups: readonly TransactionGroup[],
  admiteTransaccion: (id: string) => boolean,
): void {
  const { graph, findings, compensaciones } = context
  for (const group of groups) {
    const { nombre } = group
    checkPoliticas(context, group)
    for (const { nodo } of graph.orden) {
      // What undoes a node runs when everything else is over.
      if (nodo.tipo !== 'proceso' || admiteTransaccion(nodo.id) || compensaciones.of.has(nodo.id)) continue
      if (runsInside(context, group, nodo.id)) {
        findings.add(
          nodo.id,
          'transaccion',
          `Una llamada a un servicio o una espera no puede estar dentro de la transacción «${nombre}»: retendría la conexión.`,
        )
      }
    }
  }
}

/** Going on after a failure is no rollback: only the call that failed is undone. */
function checkPoliticas(
  { graph, regions, availability, findings }: CompileContext,
  { nombre, ids, split }: TransactionGroup,
): void {
  for (const id of ids) {
    const enError = graph.vertices.get(id)?.nodo.politica?.enError ?? 'detener'
    const isRepeated = (regions.of.get(id)?.split ?? null) !== split
    if (enError === 'detener' || !(isRepeated || ids.some((other) => availability.leadsTo(other, id))))
      continue
    findings.add(
      id,
      'politica.enError',
      `Si este nodo falla y el proceso sigue, lo que la transacción «${nombre}» hizo antes se confirma igualmente.`,
      'aviso',
    )
  }
}
