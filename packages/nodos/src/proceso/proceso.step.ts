import { defineStep } from '@div/engine'
import { proceso } from './proceso.ts'

export const compileProceso = defineStep(
  proceso,
  ({ servidorId, tipoServidor, tipoObjeto, objeto }, scope) => {
    const { parametros } = scope.nodo
    const { read, waits } = scope.readParametros(parametros, 'parametros')
    const preparada = scope.prepareLlamada({
      servidorId,
      tipoServidor,
      tipoObjeto,
      objeto,
      parametros: parametros.map(({ nombre }) => nombre),
    })
    // Validating without servers, or refused with a finding: such a plan never runs.
    if (preparada === null) return { clase: 'valor', compute: () => null, waits: false }
    return { clase: 'llamada', preparada, parametros: read, waits }
  },
)
