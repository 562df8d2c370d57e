import { isOnlyVariables, listVariables } from '@div/contract'
import { NOMBRE_DE_VARIABLE } from './nombre-de-variable.ts'

export interface VariableLeida {
  nombre: string
  valor: string
  secreto: boolean
}

/** What stands in the place of a secret where everybody reads it. */
export interface SecretVariables {
  /**
   * The text as everybody may read it: a secret that is spelled out becomes the name of a variable, called like `nombre`. Empty where variables and
   * the rest of it stand mixed: no variable could hold both.
   */
  hide(text: string, nombre: string): string
  list(): VariableLeida[]
}

/** Of a collection, whose own variables are secret where they are said to be, or stand where a secret does. */
export function createSecretVariables(own: readonly VariableLeida[]): SecretVariables {
  const variables = new Map(own.map((each) => [each.nombre, each]))

  function nameFor(nombre: string, valor: string): string {
    const base = NOMBRE_DE_VARIABLE.test(nombre) ? nombre : 'clave'
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base.slice(0, 90)}-${number}`
      const known = variables.get(name)
      if (known === undefined || (known.secreto && known.valor === valor)) return name
    }
  }

  return {
    hide(text, nombre) {
      const named = listVariables(text)
      if (isOnlyVariables(text)) {
        for (const each of named) {
          const known = variables.get(each)
          if (known) variables.set(each, { ...known, secreto: true })
        }
        return text
      }
      if (named.length > 0) return ''
      const name = nameFor(nombre, text)
      variables.set(name, { nombre: name, valor: text, secreto: true })
      return `{{${name}}}`
    },
    list: () => [...variables.values()],
  }
}
