import { isDataError } from './is-data-error.ts'
import { mayPass } from './may-pass.ts'

/** `tries`: how often it may be tried where nobody knows why it goes wrong; undefined: as often as is usual. */
export type WriteTogether<Item, Result> = (
  items: readonly Item[],
  tries?: number,
) => Promise<readonly Result[]>

/**
 * Writes these together, and answers what became of each. Where it goes wrong, and not through the database's own trouble, each half is
 * written by itself, and so on: one of them that cannot be written takes no other along.
 */
export async function writeApart<Item, Result>(
  items: readonly Item[],
  write: WriteTogether<Item, Result>,
  tries?: number,
): Promise<readonly PromiseSettledResult<Result>[]> {
  if (items.length === 0) return []
  try {
    const results = await write(items, tries)
    return results.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (items.length === 1 || mayPass(reason)) return items.map(() => ({ status: 'rejected', reason }))
    const half = Math.ceil(items.length / 2)
    // What has been tried often enough is only looked for.
    const left = isDataError(reason) ? tries : 1
    return [
      ...(await writeApart(items.slice(0, half), write, left)),
      ...(await writeApart(items.slice(half), write, left)),
    ]
  }
}
