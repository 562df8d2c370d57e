import { defineStep } from '@div/engine'
import { entrada } from './entrada.ts'

/** The values were coerced before the run began (`plan.entrada.coerce`). */
export const compileEntrada = defineStep(entrada, (_, scope) => {
  const seen = new Set<string>()
  for (const [index, { nombre }] of scope.nodo.parametros.entries()) {
    if (nombre === '') scope.finding(`parametros[${index}].nombre`, 'Falta el nombre.')
    if (seen.has(nombre)) scope.finding(`parametros[${index}].nombre`, `El nombre «${nombre}» está repetido.`)
    seen.add(nombre)
  }
  return { clase: 'valor', compute: (frame) => frame.run.input.entrada }
})
