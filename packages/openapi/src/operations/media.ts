import type { Part } from '../documents/part.ts'
import type { TipoCuerpo } from '../model.ts'

export interface Media {
  /** As it is written in a header. */
  tipo: string
  cuerpo: TipoCuerpo
  schema: Part
}

/** The first that there is, is taken. */
const PREFERRED: readonly TipoCuerpo[] = ['json', 'multipart', 'formulario', 'xml', 'texto', 'binario']

/** What is sent without being asked for. */
const USUAL: Readonly<Record<TipoCuerpo, string>> = {
  ninguno: '',
  json: 'application/json',
  formulario: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  texto: 'text/plain',
  binario: 'application/octet-stream',
}

/** Of some media types that one which can be dealt with best. */
export function chooseMedia(media: readonly (readonly [tipo: string, schema: Part])[]): Media | undefined {
  return media
    .map(([tipo, schema]): Media => ({ tipo: tipo.trim(), cuerpo: cuerpoOf(tipo.trim()), schema }))
    .toSorted((left, right) => PREFERRED.indexOf(left.cuerpo) - PREFERRED.indexOf(right.cuerpo))[0]
}

function cuerpoOf(tipo: string): TipoCuerpo {
  const [plain = ''] = tipo.toLowerCase().split(';')
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(plain) || plain === '*/*') return 'json'
  if (plain === 'application/x-www-form-urlencoded') return 'formulario'
  if (plain === 'multipart/form-data') return 'multipart'
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(plain)) return 'xml'
  return plain.startsWith('text/') ? 'texto' : 'binario'
}

/** The header that says what is sent, where it is not what is sent anyway. */
export function contentTypeOf({ tipo, cuerpo }: Media): Record<string, string> {
  const isUsual = tipo.includes('*') || tipo.toLowerCase() === USUAL[cuerpo]
  return isUsual || cuerpo === 'multipart' ? {} : { 'Content-Type': tipo }
}

/** The header that says what is wanted, where the service could answer something else. */
export function acceptOf({ tipo }: Media, choices: number): Record<string, string> {
  return tipo.includes('*') || (choices === 1 && tipo === USUAL.json) ? {} : { Accept: tipo }
}
