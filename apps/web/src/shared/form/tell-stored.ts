import { notify } from '@div/ui'
import type { Opened } from '../list/use-opened.ts'

interface Words {
  created: string
  saved: string
}

/** Once it is stored: what was made stays open beside its list. */
export function tellStored({ isNew, open }: Opened, { created, saved }: Words) {
  return ({ id, nombre }: { id: string; nombre: string }) => {
    notify.success(isNew ? created : saved, nombre)
    if (isNew) open(id)
  }
}
