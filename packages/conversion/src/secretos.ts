/* What is secret in a foreign flow stays there: neither notes nor parameters repeat it. */

const SECRETO = /authorization|api[-_]?key|token|passw(?:or)?d|secret|clave|contrase/i
const OCULTO = '•••'
/** Fields that name a row, and those that hold its value. */
const NOMBRES = ['name', 'nombre', 'key', 'keyValue', 'p']
const VALORES = new Set(['value', 'valor', 'valueValue', 'to'])
const EN_DIRECCION =
  /([?&][^=&#\s"']*(?:api[-_]?key|token|passw(?:or)?d|secret|clave)[^=&#\s"']*=)[^&#\s"']+/gi

/** Does a field of this name hold what nobody may read? */
export function esSecreto(nombre: string): boolean {
  return SECRETO.test(nombre)
}

export function secretoDejado(nombre: string): string {
  return `El valor de «${nombre}» no se trajo: póngalo en la autenticación del servidor o en un parámetro secreto.`
}

/** Settings as they were, but for the values of what is secret by its name. */
export function ocultarSecretos(valor: unknown): unknown {
  if (typeof valor === 'string') return valor.replace(EN_DIRECCION, `$1${OCULTO}`)
  if (Array.isArray(valor)) return valor.map(ocultarSecretos)
  if (typeof valor !== 'object' || valor === null) return valor
  const campos = Object.entries(valor)
  const isSecretRow = campos.some(
    ([nombre, each]) => NOMBRES.includes(nombre) && typeof each === 'string' && esSecreto(each),
  )
  return Object.fromEntries(
    campos.map(([nombre, each]) => {
      const isSecret = esSecreto(nombre) || (isSecretRow && VALORES.has(nombre))
      const isPlain = typeof each === 'string' || typeof each === 'number'
      return [nombre, isSecret && isPlain && each !== '' ? OCULTO : ocultarSecretos(each)]
    }),
  )
}
