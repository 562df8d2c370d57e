import type { Transaccion } from '@div/contract'
import type { Attempt } from './attempt.ts'
import type { Frame } from './frame.ts'

/** A transaction of one frame, from the first call that needs it to its commit or roll-back. */
export interface OpenTransaction {
  opening: Promise<Transaccion>
  transaccion: Transaccion | null
  /** Nodes of the frame's block that have not settled yet; the last one commits. */
  missing: number
}

/** The transaction of a call: at once when it is open, else a promise of it. */
export function joinTransaction(attempt: Attempt): Transaccion | Promise<Transaccion> | null {
  const { transaccion: place } = attempt.nodo
  if (place === null) return null
  let frame = attempt.frame
  for (let level = 0; level < place.niveles && frame.parent; level++) frame = frame.parent
  const open = frame.transactions?.[place.indice] ?? openTransaction(frame, place.indice, attempt)
  return open.transaccion ?? open.opening
}

function openTransaction(frame: Frame, indice: number, attempt: Attempt): OpenTransaction {
  const plan = frame.bloque.transacciones[indice]
  if (!plan) throw new Error(`no transaction ${indice} in this block`)
  const { idEjecucion, deadline, signal } = attempt
  const opening = frame.run.ports.begin(plan.servidorId, {
    aislamiento: plan.aislamiento,
    idEjecucion,
    nodo: attempt.nodo.id,
    deadline,
    signal,
  })
  const open: OpenTransaction = {
    opening,
    transaccion: null,
    missing: missingOf(frame, indice, plan.miembros),
  }
  frame.transactions ??= []
  frame.transactions[indice] = open
  opening.then(
    (transaccion) => {
      open.transaccion = transaccion
    },
    () => {
      // The call that opened it reports the failure; a later call begins anew.
      if (frame.transactions?.[indice] === open) frame.transactions[indice] = null
    },
  )
  return open
}

/** Members that were skipped before the first call are settled already. */
function missingOf(frame: Frame, indice: number, miembros: number): number {
  return miembros - (frame.skippedMembers?.[indice] ?? 0)
}

/** Notes that a node has settled; answers the transactions for which it was the last. */
export function takeComplete(frame: Frame, integra: readonly number[]): OpenTransaction[] {
  const complete: OpenTransaction[] = []
  for (const indice of integra) {
    const open = frame.transactions?.[indice]
    if (!open) {
      frame.skippedMembers ??= []
      frame.skippedMembers[indice] = (frame.skippedMembers[indice] ?? 0) + 1
      continue
    }
    open.missing--
    if (open.missing === 0) {
      complete.push(open)
      if (frame.transactions) frame.transactions[indice] = null
    }
  }
  return complete
}

/** Those after one that cannot be committed are rolled back. */
export async function commitAll(transactions: readonly OpenTransaction[]): Promise<void> {
  for (const [index, { opening }] of transactions.entries()) {
    try {
      await (await opening).commit()
    } catch (cause) {
      // The failure goes on to the run; the other leases must be given back first.
      await rollbackEach(transactions.slice(index + 1))
      throw cause
    }
  }
}

/** What is still open is rolled back, also one that is only being opened. Never rejects. */
export async function rollbackAll(frame: Frame): Promise<void> {
  const open = frame.transactions?.filter((each) => each !== null) ?? []
  frame.transactions = null
  await rollbackEach(open)
}

async function rollbackEach(transactions: readonly OpenTransaction[]): Promise<void> {
  for (const { opening } of transactions) {
    const transaccion = await opening.catch(() => null)
    await transaccion?.rollback()
  }
}
