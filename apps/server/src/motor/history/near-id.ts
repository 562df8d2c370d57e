/** So far from the moment in its id a run may begin to be found by it. */
const NEAR_MS = 250

/** Between which moments a run began that has this id and is not `aplazada`; null: its id tells no moment. */
export function momentsNear(id: string): { desde: Date; hasta: Date } | null {
  const made = timeOfUuid(id)
  return made === null ? null : { desde: new Date(made - NEAR_MS), hasta: new Date(made + NEAR_MS) }
}

/** A run that began long after its id was made, as one that was queued: it is found by an index of such. */
export function isAplazada(id: string, inicio: number): boolean {
  const made = timeOfUuid(id)
  return made === null || Math.abs(inicio - made) > NEAR_MS
}

/** Epoch milliseconds in the first 48 bits of a version 7 UUID (RFC 9562, 5.7); null of other versions. */
function timeOfUuid(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
