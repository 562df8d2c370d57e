import { writeTexto } from '@div/contract'
import type { Datos } from '../dibujo/datos.ts'
import { cualquiera, type Formula, opcional, type Paso, writeRuta } from '../expresion/formula.ts'
import type { Eslabon, Nombres } from '../expresion/write-expresion.ts'
import type { Ambito, TraduccionDeN8n } from './traduccion-n8n.ts'

/** What another node of the flow put out, as far as it can be read from where it is asked for. */
export type DatosDeNodo = (nombre: string) => { datos: Datos; isCertain: boolean } | null

/** The names that n8n knows in an expression. */
export function nombresOfN8n(traduccion: TraduccionDeN8n, ambito: Ambito, datosDe: DatosDeNodo): Nombres {
  const { datos } = traduccion.entrada()
  return (nombre, eslabones) => {
    switch (nombre) {
      case '$json':
        return readItem(ambito, eslabones, 0)
      case '$input':
        return readDatos({ datos, isCertain: true }, eslabones, ambito, datos)
      case '$':
        return readOther(eslabones, 1, callText(eslabones[0]))
      case '$node':
        return readOther(eslabones, 1, fieldOf(eslabones[0]))
      case '$now':
        return whole('AHORA()')
      case '$today':
        return whole('HOY()')
      case '$itemIndex':
        return whole(ambito.indice ?? '0')
      case '$vars':
      case '$env':
        return readParametro(eslabones)
      default:
        return null
    }
  }

  function readOther(eslabones: readonly Eslabon[], used: number, nombre: string | null) {
    const other = nombre === null ? null : datosDe(nombre)
    const read = other && readDatos(other, eslabones.slice(used), ambito, datos)
    return read && { ...read, usados: read.usados + used }
  }

  function readParametro([first]: readonly Eslabon[]) {
    const nombre = fieldOf(first)
    if (nombre === null) return null
    traduccion.dibujo.depend({ recurso: 'parametros', referencia: nombre, nombre })
    return whole(`PARAMETRO(${writeTexto(nombre)})`, 1)
  }
}

function whole(formula: string, usados = 0): { valor: Formula; usados: number } {
  return { valor: cualquiera(formula), usados }
}

function readItem({ item }: Pick<Ambito, 'item'>, eslabones: readonly Eslabon[], skipped: number) {
  const ruta = pathOf(eslabones.slice(skipped))
  return { valor: item.read(ruta), usados: skipped + ruta.length }
}

/** `.item.json.x`, `.json.x`, `.first().json.x`, `.last().json.x`, `.all()`. */
function readDatos(
  { datos, isCertain }: { datos: Datos; isCertain: boolean },
  eslabones: readonly Eslabon[],
  ambito: Ambito,
  arriving: Datos,
): { valor: Formula; usados: number } | null {
  const [how, next, after] = eslabones
  const nombre = fieldOf(how)
  const isCalled = next?.clase === 'llamada'
  if (nombre === 'all' && isCalled && datos.clase === 'lista')
    return whole(`MAPEAR(${sure(datos.formula, isCertain)}; { json: elemento })`, 2)
  const isJson = nombre === 'json' || (isCalled ? fieldOf(after) : fieldOf(next)) === 'json'
  if (nombre === null || !isJson) return null
  const skipped = nombre === 'json' ? 1 : isCalled ? 3 : 2
  const ruta = pathOf(eslabones.slice(skipped))
  const usados = skipped + ruta.length
  if (datos.clase === 'uno') {
    const { formula } = datos.read(ruta)
    return whole(sure(formula, isCertain), usados)
  }
  const item = itemOf(
    { formula: sure(datos.formula, isCertain), serie: datos.serie },
    { nombre, ambito, arriving },
  )
  return item === null ? null : { valor: cualquiera(writeRuta(item, ruta)), usados }
}

function itemOf(
  lista: { formula: string; serie: string },
  { nombre, ambito, arriving }: { nombre: string; ambito: Ambito; arriving: Datos },
): string | null {
  if (nombre === 'first') return `PRIMERO(${lista.formula})`
  if (nombre === 'last') return `ULTIMO(${lista.formula})`
  if (ambito.indice === null) return `PRIMERO(${lista.formula})`
  const isPaired = arriving.clase === 'lista' && arriving.serie === lista.serie
  return isPaired ? `ELEMENTO_EN(${lista.formula}; ${ambito.indice})` : null
}

function sure(formula: string, isCertain: boolean): string {
  return isCertain ? formula : opcional(formula)
}

/** Fields and positions up to a call, or to the field that a call is made on. */
function pathOf(eslabones: readonly Eslabon[]): Paso[] {
  const ruta: Paso[] = []
  for (const [at, eslabon] of eslabones.entries()) {
    const isMethod = eslabones[at + 1]?.clase === 'llamada'
    if (eslabon.clase === 'campo' && !isMethod && eslabon.nombre !== 'length') ruta.push(eslabon.nombre)
    else if (
      eslabon.clase === 'posicion' &&
      eslabon.indice.clase === 'literal' &&
      typeof eslabon.indice.valor === 'number'
    )
      ruta.push(eslabon.indice.valor)
    else break
  }
  return ruta
}

function fieldOf(eslabon: Eslabon | undefined): string | null {
  return eslabon?.clase === 'campo' ? eslabon.nombre : null
}

function callText(eslabon: Eslabon | undefined): string | null {
  const [first] = eslabon?.clase === 'llamada' ? eslabon.con : []
  return first?.clase === 'literal' && typeof first.valor === 'string' ? first.valor : null
}
