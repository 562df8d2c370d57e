import type { Parametro } from '@div/contract'
import { checkNombre, defineStep, type Scope } from '@div/engine'
import { entrada } from './entrada.ts'

/** The values were coerced before the run began (`plan.entrada.coerce`). */
export const compileEntrada = defineStep(entrada, (_, scope) => {
  checkNombres(scope.nodo.parametros, 'parametros', scope)
  return { clase: 'valor', compute: (frame) => frame.run.input.entrada, waits: false }
})

/** Names of what stands side by side, and of the fields of objects at any depth. */
function checkNombres(declared: readonly Parametro[], place: string, scope: Scope): void {
  const seen = new Set<string>()
  for (const [index, parametro] of declared.entries()) {
    const at = `${place}[${index}]`
    const { nombre } = parametro
    checkNombre(nombre, `${at}.nombre`, scope)
    if (seen.has(nombre)) scope.finding(`${at}.nombre`, `El nombre «${nombre}» está repetido.`)
    seen.add(nombre)
    checkHeld(parametro, at, scope)
  }
}

function checkHeld({ campos = [], elemento }: Parametro, at: string, scope: Scope): void {
  checkNombres(campos, `${at}.campos`, scope)
  if (elemento) checkHeld(elemento, `${at}.elemento`, scope)
}
