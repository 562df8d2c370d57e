import type { TipoServidor } from '@div/contract'
import type { FormSchema } from '@div/ui'

/** Why a servidor lists nothing of what was asked for, and what to do instead. */
export function describeEmpty(
  tipo: Pick<TipoServidor, 'contrato' | 'objetos'> | undefined,
  q: string,
): string {
  if (q.trim() !== '') return 'Nada se llama así.'
  if (tipo?.contrato === undefined) return 'Todavía no hay nada aquí.'
  return tipo.objetos.some(({ objeto }) => isWritten(objeto))
    ? 'Sin un contrato no se sabe qué operaciones tiene: impórtelo, o escriba en el nodo el método y la ruta.'
    : 'Sin su contrato no se sabe qué operaciones tiene: impórtelo.'
}

const isWritten = ({ properties = {} }: FormSchema) => 'metodo' in properties
