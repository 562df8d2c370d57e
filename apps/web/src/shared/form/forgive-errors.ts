import type { ErrorDeCampo } from '@div/contract'
import { isWithin } from '@div/ui'
import { listDifferences } from './differences.ts'

/** What is being mended is no longer wrong until it is checked again; what was not touched still is. */
export function forgiveErrors(
  errors: readonly ErrorDeCampo[],
  checked: unknown,
  now: unknown,
): readonly ErrorDeCampo[] {
  if (errors.length === 0) return errors
  const changed = listChanged(checked, now)
  return errors.filter(({ campo }) => !changed.some((path) => isWithin(campo, path) || isWithin(path, campo)))
}

/** Where they differ, into the items of lists that none was added to or taken from. */
function listChanged(before: unknown, after: unknown, root = ''): string[] {
  return listDifferences(before, after, root).flatMap(({ campo, mine, theirs }) =>
    Array.isArray(mine) && Array.isArray(theirs) && mine.length === theirs.length && campo !== root
      ? mine.flatMap((item, index) => listChanged(item, theirs[index], `${campo}[${index}]`))
      : [campo],
  )
}
