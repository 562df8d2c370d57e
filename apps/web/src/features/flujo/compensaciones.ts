import type { Compensacion } from '@div/contract'
import { IconArrowBackUp, IconArrowBackUpDouble, IconMinus } from '@tabler/icons-react'

interface Described {
  /** Undefined: nothing is undone. */
  compensacion: Compensacion | undefined
  label: string
  summary: string
  Icon: typeof IconMinus
}

const NEVER: Described = {
  compensacion: undefined,
  label: 'Queda como está',
  summary: 'Lo que los nodos hicieron antes del fallo no se toca.',
  Icon: IconMinus,
}

/** What becomes of what a run did when it does not end well. */
export const COMPENSACIONES: readonly Described[] = [
  NEVER,
  {
    compensacion: 'enError',
    label: 'Se deshace si falla',
    summary: 'Las ramas «compensar» de los nodos que terminaron bien se ejecutan en orden inverso.',
    Icon: IconArrowBackUp,
  },
  {
    compensacion: 'enErrorOCancelacion',
    label: 'Se deshace si falla o se cancela',
    summary: 'También cuando alguien cancela la ejecución.',
    Icon: IconArrowBackUpDouble,
  },
]

export function describeCompensacion(compensacion: Compensacion | undefined): Described {
  return COMPENSACIONES.find((each) => each.compensacion === compensacion) ?? NEVER
}
