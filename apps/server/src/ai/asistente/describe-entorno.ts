import { hasPermission, type Limits, type Role, toFormSchema } from '@div/contract'
import { DEFINICIONES } from '@div/funciones'
import { SERVIDORES } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** What there is to build with, as far as the role may see it. Nothing of it is secret: names, and what nodes may say. */
export async function describeEntorno(
  db: Kysely<Database>,
  { role, limits: { asistenteObjetos: limite } }: { role: Role; limits: Pick<Limits, 'asistenteObjetos'> },
): Promise<Entorno> {
  const may = (recurso: 'servidores' | 'procesos' | 'parametros' | 'tablas' | 'consecutivos') =>
    hasPermission(role, `${recurso}.leer`)
  const [servidores, procesos, parametros, tablas, consecutivos] = await Promise.all([
    may('servidores')
      ? db
          .selectFrom('servidores')
          .select(['id', 'nombre', 'tipoServidor', 'descripcion'])
          .where('activo', '=', true)
          .orderBy('nombre')
          .limit(limite)
          .execute()
      : [],
    may('procesos')
      ? db
          .selectFrom('procesos')
          .select(['id', 'nombre', 'descripcion'])
          .where('versionPublicada', 'is not', null)
          .orderBy('nombre')
          .limit(limite)
          .execute()
      : [],
    may('parametros')
      ? db
          .selectFrom('parametros')
          .select(['nombre', 'tipo', 'descripcion', 'secreto'])
          .orderBy('nombre')
          .limit(limite)
          .execute()
      : [],
    may('tablas')
      ? db.selectFrom('tablas').select(['nombre', 'columnas']).orderBy('nombre').limit(limite).execute()
      : [],
    may('consecutivos')
      ? db.selectFrom('consecutivos').select('nombre').orderBy('nombre').limit(limite).execute()
      : [],
  ])
  return {
    servidores,
    procesos,
    parametros,
    tablas: tablas.map(({ nombre, columnas }) => ({
      nombre,
      columnas: columnas.map((columna) => columna.nombre),
    })),
    consecutivos: consecutivos.map(({ nombre }) => nombre),
  }
}

export interface Entorno {
  servidores: readonly { id: string; nombre: string; tipoServidor: string; descripcion: string }[]
  procesos: readonly object[]
  parametros: readonly object[]
  tablas: readonly object[]
  consecutivos: readonly string[]
}

/** Characters of what nodes of the types at hand may say; of further types only that they are there. */
const MAX_TIPOS_CHARS = 60_000

/** What nodes may say of their servidores, the types first that are given first. */
export function describeTipos(tipos: readonly string[]): object[] {
  let left = MAX_TIPOS_CHARS
  return [...new Set(tipos)].flatMap((tipoServidor): object[] => {
    const whole = describeTipo(tipoServidor)
    if (whole === null) return []
    left -= JSON.stringify(whole).length
    const { label, objetos } = whole
    return left >= 0
      ? [whole]
      : [{ tipoServidor, label, objetos: objetos.map(({ tipoObjeto }) => tipoObjeto) }]
  })
}

/** Null: there is no such type. */
export function describeTipo(tipoServidor: string) {
  const definition = Object.hasOwn(SERVIDORES, tipoServidor) ? SERVIDORES[tipoServidor] : undefined
  if (!definition) return null
  return {
    tipoServidor,
    label: definition.label,
    objetos: Object.entries(definition.objetos).map(([tipoObjeto, { label, summary, objeto, salida }]) => ({
      tipoObjeto,
      label,
      summary,
      objeto: shorten(toFormSchema(objeto)),
      ...(salida && { salida: salida.map(({ nombre, tipo }) => ({ nombre, tipo })) }),
    })),
  }
}

/** What draws a form and says nothing of the value. */
const FORM_ONLY: ReadonlySet<string> = new Set([
  '$schema',
  'avanzado',
  'enCatalogo',
  'examples',
  'etiquetas',
  'title',
  'maximum',
  'minimum',
  'maxLength',
  'additionalProperties',
])

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, inner]) => !FORM_ONLY.has(key) || typeof inner === 'object',
  )
  return Object.fromEntries(entries.map(([key, inner]) => [key, shorten(inner)]))
}

let funciones: string | undefined

/** Each function on a line: how it is called, what it is for, and an example. */
export function describeFunciones(): string {
  funciones ??= DEFINICIONES.map(({ name, args, variadic, summary, examples: [example] }) => {
    const names = Object.keys(args).join('; ')
    return `- ${name}(${names}${variadic ? '; …' : ''}): ${summary}${example ? ` Ejemplo: ${example[0]}` : ''}`
  }).join('\n')
  return funciones
}
