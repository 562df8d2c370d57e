import type { Aislamiento } from '@div/contract'
import type { BloqueBuilder } from './bloque-builder.ts'
import type { CompileContext } from './compile-context.ts'
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
          `La transacción «${nombre}» sólo puede usar un servidor.`,
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

function commonSplit({ regions }: CompileContext, [first = '', ...others]: readonly string[]): string | null {
  const shared = enclosing(regions, first).find((region) => others.every((id) => region.ids.has(id)))
  return shared?.split ?? null
}

/** Registers in a new block the transactions that live in it; a member deeper inside is stood for by its split. */
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
  return enclosing(regions, id).find(({ split }) => slots.has(split))?.split ?? null
}

/** Nothing that cannot be rolled back, or that waits, may stand between the members of a transaction. */
export function checkTransactions(
  context: CompileContext,
  groups: readonly TransactionGroup[],
  admiteTransaccion: (id: string) => boolean,
): void {
  const { availability, graph, findings } = context
  for (const { nombre, ids } of groups) {
    for (const { nodo } of graph.orden) {
      if (nodo.tipo !== 'proceso' || admiteTransaccion(nodo.id)) continue
      const inside =
        ids.includes(nodo.id) ||
        (ids.some((id) => availability.leadsTo(id, nodo.id)) &&
          ids.some((id) => availability.leadsTo(nodo.id, id)))
      if (inside) {
        findings.add(
          nodo.id,
          'transaccion',
          `Una llamada a un servicio o una espera no puede estar dentro de la transacción «${nombre}»: retendría la conexión.`,
        )
      }
    }
  }
}
