import {
  AppError,
  compileCoercion,
  EntradaInvalida,
  type ErrorDeCampo,
  type Flujo,
  type Parametro,
  type TipoDato,
} from '@div/contract'
import type { Findings } from './findings.ts'
import type { Plan } from './plan.ts'
import { sayLiteral } from './read-literal.ts'

/** What takes the values of a call to their declared types. */
export function compileEntrada({ nodos }: Flujo, findings: Findings): Plan['entrada'] {
  const nodo = nodos.find(({ tipo }) => tipo === 'entrada')
  const parametros = nodo?.parametros ?? []
  const report = (campo: string, mensaje: string) => findings.add(nodo?.id ?? null, campo, mensaje)
  const readers = parametros.flatMap((parametro, index) => {
    const place = `parametros[${index}]`
    try {
      const coerce = compileCoercion(parametro)
      checkDefectos(parametro, place, report)
      return { nombre: parametro.nombre, coerce }
    } catch (error) {
      // A pattern that RE2 does not take: for the person who draws.
      if (!(error instanceof AppError)) throw error
      report(`${place}.validacion.patron`, error.message)
      return []
    }
  })
  return {
    parametros,
    clave: findClave(parametros, report),
    coerce(raw) {
      const errores: ErrorDeCampo[] = []
      const entrada: Record<string, unknown> = {}
      for (const { nombre, coerce } of readers) {
        entrada[nombre] = coerce(Object.hasOwn(raw, nombre) ? raw[nombre] : undefined, nombre, errores)
      }
      if (errores.length > 0) throw new EntradaInvalida(undefined, { errores })
      return entrada
    },
  }
}

/** A run is found by one value, which is short enough to be typed. */
function findClave(
  parametros: readonly Parametro[],
  report: (campo: string, mensaje: string) => void,
): string | null {
  let clave: string | null = null
  for (const [index, { nombre, tipo = 'cualquiera', claveDeNegocio }] of parametros.entries()) {
    if (!claveDeNegocio) continue
    const place = `parametros[${index}].claveDeNegocio`
    if (WITHOUT_CLAVE.has(tipo)) report(place, `Un dato de tipo ${tipo} no puede ser clave de negocio.`)
    else if (clave !== null)
      report(place, `Solo un dato puede ser la clave de negocio, y ya lo es «${clave}».`)
    else clave = nombre
  }
  return clave
}

const WITHOUT_CLAVE: ReadonlySet<TipoDato> = new Set(['objeto', 'lista', 'binario', 'cualquiera'])

/** A default that its own declaration refuses would refuse every call that leaves it out. */
function checkDefectos(
  parametro: Parametro,
  place: string,
  report: (campo: string, mensaje: string) => void,
): void {
  const { tipo, defecto, campos = [], elemento } = parametro
  if (defecto !== undefined && defecto !== null) {
    const errores: ErrorDeCampo[] = []
    compileCoercion(parametro)(undefined, `${place}.defecto`, errores)
    for (const { campo, mensaje } of errores) report(campo, sayLiteral(tipo, defecto, mensaje))
  }
  for (const [index, campo] of campos.entries()) checkDefectos(campo, `${place}.campos[${index}]`, report)
  if (elemento) checkDefectos(elemento, `${place}.elemento`, report)
}
