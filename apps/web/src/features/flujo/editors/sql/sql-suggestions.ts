import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, type Extension } from '@codemirror/state'
import type { ColumnaDeObjeto, ObjetoDeServidor } from '@div/contract'
import { sqlContextAt, type TablaDeConsulta } from './sql-context.ts'

/** What can be named in a query: asked for when somebody types where it may stand. */
export interface SqlCatalogo {
  findTablas: (texto: string) => Promise<readonly ObjetoDeServidor[]>
  readColumnas: (tabla: TablaDeConsulta) => Promise<readonly ColumnaDeObjeto[]>
  /** Parameters that the node has, or that its proceso takes. */
  parametros: () => readonly string[]
}

const NAME = /^[\p{L}\p{N}_$]*$/u

/** Tables, columns and parameters, beside the words of the dialect. */
export function sqlSuggestions(catalogo: SqlCatalogo): Extension {
  // One function for the life of the editor: what it answers late is told by it.
  const autocomplete = (context: CompletionContext) => suggest(catalogo, context)
  return EditorState.languageData.of(() => [{ autocomplete }])
}

async function suggest(
  catalogo: SqlCatalogo,
  { state, pos, explicit }: CompletionContext,
): Promise<CompletionResult | null> {
  const context = sqlContextAt(state.doc.toString(), pos)
  switch (context?.kind) {
    case undefined:
      return null
    case 'parametro':
      return { from: context.desde, options: catalogo.parametros().map(ofParametro), validFor: NAME }
    case 'tabla': {
      // Asked anew with each letter: the servidor searches among more than it lists.
      const tablas = await orNothing(catalogo.findTablas(context.texto))
      return { from: context.desde, options: tablas.map(ofTabla), filter: false }
    }
    case 'columna':
      if (context.tabla === undefined) return null
      return {
        from: context.desde,
        options: (await orNothing(catalogo.readColumnas(context.tabla))).map(ofColumna),
        validFor: NAME,
      }
    case 'palabra': {
      if (!explicit && context.desde === pos) return null
      const each = await Promise.all(context.tablas.map((tabla) => orNothing(catalogo.readColumnas(tabla))))
      const aliases = context.tablas.map(({ alias }): Completion => ({ label: alias, detail: 'tabla' }))
      return { from: context.desde, options: [...each.flat().map(ofColumna), ...aliases], validFor: NAME }
    }
  }
}

/** A servidor that does not answer offers nothing; the query can be typed all the same. */
async function orNothing<Item>(asked: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await asked
  } catch {
    return []
  }
}

function ofTabla({ nombre, esquema, clase }: ObjetoDeServidor): Completion {
  return { label: esquema === undefined ? nombre : `${esquema}.${nombre}`, detail: clase, boost: 50 }
}

function ofColumna({ nombre, tipoNativo, clave = false }: ColumnaDeObjeto): Completion {
  return { label: nombre, detail: clave ? `${tipoNativo} · clave` : tipoNativo, boost: 40 }
}

const ofParametro = (nombre: string): Completion => ({ label: nombre, detail: 'parámetro' })
