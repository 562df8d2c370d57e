import { writeLiteral, writeTexto } from '@div/contract'
import { type Punto, primero, type Uno, withCampos } from '../dibujo/datos.ts'
import { type Ajustes, origenOf, parametrosOf } from '../dibujo/dibujo.ts'
import { cualquiera, type Formula } from '../expresion/formula.ts'
import { type Eslabon, joinPartes, type Nombres, writeExpresion } from '../expresion/write-expresion.ts'
import type { Ajeno } from '../grafo.ts'
import { read, readJson, readTexto } from '../read.ts'
import { type Clase, Traduccion } from '../traduccion.ts'
import type { NodoDeNodeRed } from './documento.ts'

export interface AjenoDeNodeRed extends Ajeno {
  nodo: NodoDeNodeRed
  /** It works for each message of a sequence. */
  isInSequence: boolean
  /** An entry of the file by its id: a broker, a database, a subflow. */
  search: (id: string) => NodoDeNodeRed | undefined
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
    if (/^[A-Za-z_]\w*$/.test(text)) return msg.read([text])
    const formula = writeExpresion(text, nombresOf(msg))
    if (formula === null) this.approximate(`No se entendió «${ruta}»: quedó nulo.`)
    return formula ?? cualquiera('NULO')
  }

  /** A value of a field that says of which kind it is. */
  valor(valor: unknown, tipo: string, msg: Uno = this.msg): Formula {
    const text = typeof valor === 'string' ? valor : JSON.stringify(valor ?? '')
    switch (tipo) {
      case 'msg':
        return this.campo(text, msg)
      case 'num':
        return { formula: writeLiteral(Number(text)), tipo: 'numero', partes: [text] }
      case 'bool':
        return { formula: writeLiteral(text === 'true'), tipo: 'logico' }
      case 'json':
        return cualquiera(writeLiteral(readJson(text) ?? null))
      case 'date':
        return { formula: 'EPOCA(AHORA())', tipo: 'numero' }
      case 'env': {
        this.dibujo.depend({ recurso: 'parametros', referencia: text, nombre: text })
        return cualquiera(`PARAMETRO(${writeTexto(text)})`)
      }
      case 'jsonata':
        return this.campo(text, msg)
      case 'str':
      case '':
        return { formula: writeTexto(text), tipo: 'texto', partes: [text] }
      default:
        this.approximate(`Un valor de tipo «${tipo}» («${text}») no tiene igual: quedó nulo.`)
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
    if (/\{\{[#^/>]/.test(text)) this.approximate('Las secciones de la plantilla quedaron como texto.')
    const joined = joinPartes(partes)
    if (joined === null) this.approximate('Un texto es demasiado largo para una fórmula: quedó nulo.')
    return { ...(joined ?? cualquiera('NULO')), partes }
  }

  /** The same without what keeps HTML from being read as such: it goes where there is none. */
  direccion(text: string): Formula {
    return this.plantilla(text.replace(/(?<!\{)\{\{(?!\{)\s*([^{}]+?)\s*\}\}(?!\})/g, '{{{$1}}}'))
  }

  /** The message goes on with fields that have a new value. */
  change(campos: Readonly<Record<string, Formula>>, antes: Punto = this.entrada()): readonly Punto[] {
    const rows = Object.entries(campos)
    const parametros = parametrosOf(rows.map(([nombre, formula]) => [nombre, origenOf(formula)]))
    const id = this.add({ tipo: 'transformacion', parametros }, antes.extremos)
    const read = rows.map(([nombre, { tipo, partes }]): [string, Formula] => [
      nombre,
      { ...cualquiera(`${id}.${nombre}`), tipo, ...(partes && { partes }) },
    ])
    return [{ extremos: [{ nodo: id }], datos: withCampos(primero(antes.datos), Object.fromEntries(read)) }]
  }

  /** A call; the message goes on with what it answers in some of its fields. */
  call(ajustes: Ajustes, campos: (id: string) => Readonly<Record<string, Formula>>): readonly Punto[] {
    const id = this.add({ tipo: 'proceso', ...ajustes })
    return [{ extremos: [{ nodo: id }], datos: withCampos(this.msg, campos(id)) }]
  }

  /** The server that an entry of the file describes; its name is that one's, else where it is. */
  servidor(tipoServidor: string, campo: string): { servidorId: string; tipoServidor: string } {
    const config = this.ajeno.search(readTexto(this.nodo, campo))
    const host = readTexto(config, 'broker', readTexto(config, 'host'))
    return this.name(tipoServidor, readTexto(config, 'name') || host || `${tipoServidor} de Node-RED`, host)
  }

  name(tipoServidor: string, nombre: string, host = ''): { servidorId: string; tipoServidor: string } {
    const referencia = `${tipoServidor}:${nombre}`
    const servidorId = this.dibujo.depend({ recurso: 'servidores', referencia, nombre, tipoServidor })
    if (host !== '')
      this.dibujo.detallar(servidorId, `Está en ${host}. Sus credenciales no vienen en el archivo.`)
    return { servidorId, tipoServidor }
  }

  texto(ruta: string, defecto = ''): string {
    return readTexto(this.nodo, ruta, defecto)
  }

  is(ruta: string): boolean {
    return read(this.nodo, ruta) === true
  }
}

/** In an expression every name is a field of the message. */
function nombresOf(msg: Uno): Nombres {
  return (nombre, eslabones) => {
    if (nombre !== 'msg') return readCampo(msg, [{ clase: 'campo', nombre }, ...eslabones], 1)
    return eslabones[0]?.clase === 'campo' ? readCampo(msg, eslabones, 0) : null
  }
}

/** `before` of the links stand before those that were given. */
function readCampo(msg: Uno, eslabones: readonly Eslabon[], before: number) {
  const ruta = pathOf(eslabones)
  return { valor: msg.read(ruta), usados: ruta.length - before }
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
