import type {
  Asercion,
  AutenticacionDePrueba,
  Coleccion,
  Parte,
  PeticionDePrueba,
  PeticionGuardada,
} from '@div/contract'
import { describeAsercion } from '../check-aserciones.ts'
import { escapeLineEnds, quote } from '../codigo/quote.ts'
import { ASERCION_MARK } from './asercion-mark.ts'

interface WriteOptions {
  /** Of a canal; undefined: it is not there any longer. */
  addressOf: (canalId: string) => string | undefined
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

interface Folder {
  name: string
  item: unknown[]
}

/** A collection of Postman 2.1, whose folders are those of the peticiones. */
export function writePostman({ nombre, descripcion, peticiones }: Coleccion, options: WriteOptions): string {
  const root: Folder = { name: nombre, item: [] }
  const folders = new Map<string, Folder>([['', root]])
  for (const guardada of peticiones)
    folderOf(folders, guardada.carpeta).item.push(writeItem(guardada, options))
  const info = { name: nombre, description: descripcion, schema: SCHEMA }
  return `${JSON.stringify({ info, item: root.item }, null, 2)}\n`
}

function folderOf(folders: Map<string, Folder>, carpeta: string): Folder {
  const known = folders.get(carpeta)
  if (known) return known
  const at = carpeta.lastIndexOf('/')
  const made: Folder = { name: carpeta.slice(at + 1), item: [] }
  folderOf(folders, at < 0 ? '' : carpeta.slice(0, at)).item.push(made)
  folders.set(carpeta, made)
  return made
}

function writeItem({ nombre, peticion, aserciones }: PeticionGuardada, options: WriteOptions) {
  const { metodo, autenticacion } = peticion
  return {
    name: nombre,
    request: {
      method: metodo,
      header: cabecerasOf(peticion).map((cabecera) => ({
        key: cabecera.nombre,
        value: cabecera.valor,
        ...(!cabecera.activa && { disabled: true }),
      })),
      auth: writeAuth(autenticacion),
      url: { raw: urlOf(peticion.destino, options) },
      ...writeBody(peticion),
    },
    ...(aserciones.length > 0 && {
      event: [
        { listen: 'test', script: { type: 'text/javascript', exec: aserciones.flatMap(writeAsercion) } },
      ],
    }),
  }
}

/** Postman says itself what stands between the parts of a form, where nobody else does. */
function cabecerasOf({ cabeceras, partes }: PeticionDePrueba): PeticionDePrueba['cabeceras'] {
  return partes ? cabeceras.filter(({ nombre }) => nombre.toLowerCase() !== 'content-type') : cabeceras
}

function urlOf(destino: PeticionDePrueba['destino'], { addressOf }: WriteOptions): string {
  if (destino.tipo === 'externa') return destino.url
  const address = destino.canalId === null ? undefined : addressOf(destino.canalId)
  return `${address ?? '{{canal}}'}${destino.ruta}`
}

function writeBody({ cuerpo, partes }: PeticionDePrueba) {
  if (partes) return { body: { mode: 'formdata', formdata: partes.map(writeParte) } }
  return cuerpo === null ? {} : { body: { mode: 'raw', raw: cuerpo } }
}

/** A collection names its files and does not bring them. */
function writeParte({ nombre, valor, archivo, activa }: Parte) {
  return {
    key: nombre,
    ...(archivo === undefined ? { type: 'text', value: valor } : { type: 'file', src: archivo }),
    ...(!activa && { disabled: true }),
  }
}

function writeAuth(autenticacion: AutenticacionDePrueba) {
  const pair = (key: string, value: string) => ({ key, value, type: 'string' })
  if (autenticacion.tipo === 'token') return { type: 'bearer', bearer: [pair('token', autenticacion.token)] }
  if (autenticacion.tipo === 'basico') {
    const { usuario, contrasena } = autenticacion
    return { type: 'basic', basic: [pair('username', usuario), pair('password', contrasena)] }
  }
  return { type: 'noauth' }
}

function writeAsercion(asercion: Asercion): string[] {
  const title = quote(describeAsercion(asercion))
  return [
    `${ASERCION_MARK}${escapeLineEnds(JSON.stringify(asercion))}`,
    `pm.test(${title}, () => { pm.expect(${subjectOf(asercion)}).${verbOf(asercion)} })`,
  ]
}

function subjectOf({ que, nombre }: Asercion): string {
  switch (que) {
    case 'estado':
      return 'String(pm.response.code)'
    case 'cabecera':
      return `pm.response.headers.get(${quote(nombre)})`
    case 'campo':
      return `require('lodash').get(pm.response.json(), ${quote(nombre)})`
    case 'texto':
      return 'pm.response.text()'
    case 'tiempo':
      return 'pm.response.responseTime'
  }
}

function verbOf({ es, valor }: Asercion): string {
  const text = quote(valor)
  switch (es) {
    case 'igual':
      return `satisfy((value) => String(value) === ${text})`
    case 'distinto':
      return `satisfy((value) => String(value) !== ${text})`
    case 'contiene':
      return `satisfy((value) => String(value).includes(${text}))`
    case 'existe':
      return 'not.equal(undefined)'
    case 'menor':
      return `satisfy((value) => Number(value) < Number(${text}))`
    case 'mayor':
      return `satisfy((value) => Number(value) > Number(${text}))`
  }
}
