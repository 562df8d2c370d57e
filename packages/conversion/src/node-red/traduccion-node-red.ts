import { conCampos, type Punto, primero, type Uno } from '../dibujo/datos.ts'
import { type Ajustes, origenOf, parametrosOf } from '../dibujo/dibujo.ts'
import { type Eslabon, escribirExpresion, type Nombres, unirPartes } from '../expresion/escribir.ts'
import { cualquiera, escribirLiteral, escribirTexto, type Formula } from '../expresion/formula.ts'
import type { Ajeno } from '../grafo.ts'
import { leer, leerJson, leerTexto } from '../leer.ts'
import { type Clase, Traduccion } from '../traduccion.ts'
import type { NodoDeNodeRed } from './documento.ts'

export interface AjenoDeNodeRed extends Ajeno {
  nodo: NodoDeNodeRed
  /** It works for each message of a sequence. */
  isInSequence: boolean
  /** An entry of the file by its id: a broker, a database, a subflow. */
  buscar: (id: string) => NodoDeNodeRed | undefined
}
export type ClaseDeNodeRed = Clase<TraduccionDeNodeRed>

/** `{{campo}}` escapes for HTML, `{{{campo}}}` and `{{&campo}}` do not. */
const MUSTACHE = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*(&?)\s*([^{}#^/!>&]+?)\s*\}\}/g

/** Node-RED hands on one message: each node changes fields of it, and `payload` is what most work on. */
export class TraduccionDeNodeRed extends Traduccion<AjenoDeNodeRed> {
  get nodo(): NodoDeNodeRed {
    return this.ajeno.nodo
  }

  get msg(): Uno {
    return primero(this.entrada().datos)
  }

  /** A field of the message, as it is written: `payload.lineas[0]`. */
  campo(ruta: string, msg: Uno = this.msg): Formula {
    const text = ruta.replace(/^msg\./, '')
    if (/^[A-Za-z_]\w*$/.test(text)) return msg.leer([text])
    const formula = escribirExpresion(text, nombresDe(msg))
    if (formula === null) this.aproximar(`No se entendió «${ruta}»: quedó nulo.`)
    return formula ?? cualquiera('NULO')
  }

  /** A value of a field that says of which kind it is. */
  valor(valor: unknown, tipo: string, msg: Uno = this.msg): Formula {
    const text = typeof valor === 'string' ? valor : JSON.stringify(valor ?? '')
    switch (tipo) {
      case 'msg':
        return this.campo(text, msg)
      case 'num':
        return { formula: escribirLiteral(Number(text)), tipo: 'numero', partes: [text] }
      case 'bool':
        return { formula: escribirLiteral(text === 'true'), tipo: 'logico' }
      case 'json':
        return cualquiera(escribirLiteral(leerJson(text) ?? null))
      case 'date':
        return { formula: 'EPOCA(AHORA())', tipo: 'numero' }
      case 'env': {
        this.dibujo.depender({ recurso: 'parametros', referencia: text, nombre: text })
        return cualquiera(`PARAMETRO(${escribirTexto(text)})`)
      }
      case 'jsonata':
        return this.campo(text, msg)
      case 'str':
      case '':
        return { formula: escribirTexto(text), tipo: 'texto', partes: [text] }
      default:
        this.aproximar(`Un valor de tipo «${tipo}» («${text}») no tiene igual: quedó nulo.`)
        return cualquiera('NULO')
    }
  }

  /** A text with fields in it. */
  plantilla(text: string): Formula {
    const partes: (string | Formula)[] = []
    let end = 0
    for (const found of text.matchAll(MUSTACHE)) {
      const [whole, raw, isRaw, escaped] = found
      const of = this.campo(raw ?? escaped ?? '')
      if (found.index > end) partes.push(text.slice(end, found.index))
      const isPlain = raw !== undefined || isRaw === '&'
      partes.push(isPlain ? of : { ...of, formula: `ESCAPAR_HTML(TEXTO(${of.formula}))`, tipo: 'texto' })
      end = found.index + whole.length
    }
    if (end < text.length) partes.push(text.slice(end))
    if (/\{\{[#^/>]/.test(text)) this.aproximar('Las secciones de la plantilla quedaron como texto.')
    const joined = unirPartes(partes)
    if (joined === null) this.aproximar('Un texto es demasiado largo para una fórmula: quedó nulo.')
    return { ...(joined ?? cualquiera('NULO')), partes }
  }

  /** The same without what keeps HTML from being read as such: it goes where there is none. */
  direccion(text: string): Formula {
    return this.plantilla(text.replace(/(?<!\{)\{\{(?!\{)\s*([^{}]+?)\s*\}\}(?!\})/g, '{{{$1}}}'))
  }

  /** The message goes on with fields that have a new value. */
  cambiar(campos: Readonly<Record<string, Formula>>, antes: Punto = this.entrada()): readonly Punto[] {
    const rows = Object.entries(campos)
    const parametros = parametrosOf(rows.map(([nombre, formula]) => [nombre, origenOf(formula)]))
    const id = this.add({ tipo: 'transformacion', parametros }, antes.extremos)
    const read = rows.map(([nombre, { tipo, partes }]): [string, Formula] => [
      nombre,
      { ...cualquiera(`${id}.${nombre}`), tipo, ...(partes && { partes }) },
    ])
    return [{ extremos: [{ nodo: id }], datos: conCampos(primero(antes.datos), Object.fromEntries(read)) }]
  }

  /** A call; the message goes on with what it answers in some of its fields. */
  llamar(ajustes: Ajustes, campos: (id: string) => Readonly<Record<string, Formula>>): readonly Punto[] {
    const id = this.add({ tipo: 'proceso', ...ajustes })
    return [{ extremos: [{ nodo: id }], datos: conCampos(this.msg, campos(id)) }]
  }

  /** The server that an entry of the file describes; its name is that one's, else where it is. */
  servidor(tipoServidor: string, campo: string): { servidorId: string; tipoServidor: string } {
    const config = this.ajeno.buscar(leerTexto(this.nodo, campo))
    const host = leerTexto(config, 'broker', leerTexto(config, 'host'))
    return this.nombrar(
      tipoServidor,
      leerTexto(config, 'name') || host || `${tipoServidor} de Node-RED`,
      host,
    )
  }

  nombrar(tipoServidor: string, nombre: string, host = ''): { servidorId: string; tipoServidor: string } {
    const referencia = `${tipoServidor}:${nombre}`
    const servidorId = this.dibujo.depender({ recurso: 'servidores', referencia, nombre, tipoServidor })
    if (host !== '')
      this.dibujo.detallar(servidorId, `Está en ${host}. Sus credenciales no vienen en el archivo.`)
    return { servidorId, tipoServidor }
  }

  texto(ruta: string, defecto = ''): string {
    return leerTexto(this.nodo, ruta, defecto)
  }

  is(ruta: string): boolean {
    return leer(this.nodo, ruta) === true
  }
}

/** In an expression every name is a field of the message. */
function nombresDe(msg: Uno): Nombres {
  return (nombre, eslabones) => {
    if (nombre !== 'msg') return leerCampo(msg, [{ clase: 'campo', nombre }, ...eslabones], 1)
    return eslabones[0]?.clase === 'campo' ? leerCampo(msg, eslabones, 0) : null
  }
}

/** `before` of the links stand before those that were given. */
function leerCampo(msg: Uno, eslabones: readonly Eslabon[], before: number) {
  const ruta = pathOf(eslabones)
  return { valor: msg.leer(ruta), usados: ruta.length - before }
}

/** Fields up to one that something is called on. */
function pathOf(eslabones: readonly Eslabon[]): string[] {
  const ruta: string[] = []
  for (const [at, eslabon] of eslabones.entries()) {
    if (eslabon.clase !== 'campo' || eslabon.nombre === 'length' || eslabones[at + 1]?.clase === 'llamada')
      break
    ruta.push(eslabon.nombre)
  }
  return ruta
}
