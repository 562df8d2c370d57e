import type { Parametro } from '@div/contract'
import { checkNombre, defineStep, type Scope } from '@div/engine'
import { entrada } from './entrada.ts'

/** The values were coerced before the run began (`plan.entrada.coerce`). */
export const compileEntrada = defineStep(entrada, (_, scope) => {
  const seen = new Set<string>()
  for (const [index, parametro] of scope.nodo.parametros.entries()) {
    const { nombre } = parametro
    checkNombre(nombre, `parametros[${index}].nombre`, scope)
    if (seen.has(nombre)) scope.finding(`parametros[${index}].nombre`, `El nombre «${nombre}» está repetido.`)
    seen.add(nombre)
    checkCampos(parametro, `parametros[${index}]`, scope)
  }
  return { clase: 'valor', compute: (frame) => frame.run.input.entrada, waits: false }
})

/** The fields of objects, at any depth. */
function checkCampos({ campos = [], elemento }: Parametro, place: string, scope: Scope): void {
  for (const [index, campo] of campos.entries()) {
    const at = `${place}.campos[${index}]`
    checkNombre(campo.nombre, `${at}.nombre`, scope)
    checkCampos(campo, at, scope)
  }
  if (elemento) checkCampos(elemento, `${place}.elemento`, scope)
}
