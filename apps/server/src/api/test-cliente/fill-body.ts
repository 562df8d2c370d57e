import {
  CuerpoDemasiadoGrande,
  DatosInvalidos,
  type ErrorDeCampo,
  fillVariables,
  listVariables,
} from '@div/contract'

/** Fields of a body in which variables are not looked for. */
const AS_THEY_ARE = new Set(['entornoId', 'canalId', 'operacion', 'metodo'])
/** What a call carries may be full of braces that mean something to whoever takes it. */
const LEFT_AS_WRITTEN = /^(?:cuerpo|partes\[\d+\]\.valor)$/

interface FillOptions {
  /** Of the entorno. */
  nombre: string
  valores: ReadonlyMap<string, string>
  maximoBytes: number
  /** Hears the name of each variable whose value is put there. */
  onUse?: (nombre: string) => void
}

/**
 * A body with the values of an entorno in place of its variables. Throws DatosInvalidos of those that it has no value for, and
 * CuerpoDemasiadoGrande before the values make it longer than that.
 */
export function fillBody(
  body: Readonly<Record<string, unknown>>,
  { nombre, valores, maximoBytes, onUse = () => {} }: FillOptions,
): Record<string, unknown> {
  const errores: ErrorDeCampo[] = []
  let left = maximoBytes
  const spend = (characters: number) => {
    left -= characters
    if (left < 0) throw new CuerpoDemasiadoGrande({ maximoBytes })
  }
  function fillText(text: string, campo: string): string {
    for (const each of listVariables(text)) {
      if (valores.has(each)) onUse(each)
      else if (!LEFT_AS_WRITTEN.test(campo))
        errores.push({ campo, mensaje: `El entorno «${nombre}» no tiene la variable «${each}».` })
    }
    return fillVariables(text, valores, spend)
  }
  function fill(value: unknown, campo: string): unknown {
    if (typeof value === 'string') return fillText(value, campo)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each, index) => fill(each, `${campo}[${index}]`))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, fill(each, campo === '' ? key : `${campo}.${key}`)]),
    )
  }
  const filled = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, AS_THEY_ARE.has(key) ? value : fill(value, key)]),
  )
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return filled
}
