import { isRecord } from '@div/ui'

/** What stands in a path of the document, as the forms call it. */
const WORDS: Readonly<Record<string, string>> = {
  aislamiento: 'aislamiento',
  cabeceras: 'cabeceras',
  casos: 'casos',
  compensacion: 'cómo se deshace',
  concurrencia: 'a la vez',
  conexiones: 'conexiones',
  cuerpo: 'cuerpo',
  enError: 'si falla',
  esperaMs: 'espera',
  estadoHttp: 'estado HTTP',
  limite: 'límite',
  lista: 'lista',
  lote: 'lote',
  max: 'veces',
  nombre: 'nombre',
  nota: 'nota',
  objeto: 'objeto',
  operacion: 'operación',
  orden: 'orden',
  parametros: 'datos',
  pasos: 'pasos',
  politica: 'política',
  reintentos: 'reintentos',
  ruta: 'ruta',
  servidorId: 'servidor',
  split: 'región que cierra',
  sql: 'SQL',
  tabla: 'tabla',
  tiempoMaximoMs: 'tiempo máximo',
  tipo: 'tipo',
  tipoObjeto: 'qué hace',
  transaccion: 'transacción',
  union: 'cuándo sigue',
}
/** What things in a list are when they have no name of their own. */
const ITEMS: Readonly<Record<string, string>> = {
  cabeceras: 'cabecera',
  campos: 'campo',
  casos: 'caso',
  filtros: 'filtro',
  parametros: 'dato',
  pasos: 'paso',
}
const OF_A_PARAMETRO = 'parametros.'
const STEP = /^([^[]+)((?:\[\d+\])*)$/

/** Where a finding of a node stands, for who does not read documents: `parametros[1].expresion` is «ciudad». */
export function nameCampo(campo: string, nodo: object | undefined): string {
  const names: string[] = []
  let held: unknown = nodo
  for (const part of campo.split('.')) {
    const [, name = '', indexes = ''] = STEP.exec(part) ?? []
    held = isRecord(held) ? held[name] : undefined
    if (indexes === '') {
      const word = WORDS[name]
      if (word !== undefined) names.push(word)
      continue
    }
    for (const index of indexes.slice(1, -1).split('][').map(Number)) {
      held = Array.isArray(held) ? held[index] : undefined
      const own = isRecord(held) && typeof held.nombre === 'string' && held.nombre !== '' ? held.nombre : null
      const item = ITEMS[name]
      if (own !== null) names.push(`«${own}»`)
      else if (item !== undefined) names.push(`${item} ${index + 1}`)
    }
  }
  return names.join(' › ')
}

/** Where two drawings differ, in the same words; what has none as the document has it. */
export function nameDifference(campo: string): string {
  if (campo.startsWith(OF_A_PARAMETRO)) return `«${campo.slice(OF_A_PARAMETRO.length)}»`
  return campo
    .split('.')
    .map((part) => WORDS[part] ?? part)
    .join(' › ')
}
