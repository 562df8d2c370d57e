import { type Nodo, type Referencia, referenciaSchema } from '@div/contract'

/** The list that a node works on; undefined of none, and of what is not well formed. */
export function listaOf({ lista }: Nodo): Referencia | undefined {
  return referenciaSchema.safeParse(lista).data
}
