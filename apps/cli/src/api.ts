import { lookUp } from '@div/contract'
import { z } from 'zod'
import { CliError } from './cli-error.ts'
import { parseJson } from './parse-json.ts'

/** The administration API of a running product. */
export interface Api {
  /** Throws CliError with what the product says. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  /** What a GET answers, to the letter. Throws CliError likewise. */
  text(path: string): Promise<string>
}

export interface ApiOptions {
  /** Without `/api`. */
  url: string
  /** A clave de API. */
  clave: string
}

/** A key of which nothing is known is taken for a session. */
const NO_VALE = 401

/** RFC 9457, as the product fills it. */
const problemSchema = z.object({
  detail: z.string(),
  errores: z.array(z.object({ campo: z.string(), mensaje: z.string() })).default([]),
  hallazgos: z
    .array(z.object({ nodo: z.string().nullish(), campo: z.string(), mensaje: z.string() }))
    .default([]),
  faltan: z.array(z.object({ recurso: z.string(), nombre: z.string() })).default([]),
})

export function createApi({ url, clave }: ApiOptions): Api {
  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await fetch(new URL(`/api/${path}`, url), {
      method,
      headers: {
        authorization: `Bearer ${clave}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      const message = `No responde nadie en ${url}. Compruebe la dirección (--url) y que DIV esté en marcha.`
      throw new CliError(message, { cause })
    })
    const text = await answer.text()
    if (answer.ok) return text
    if (answer.status === NO_VALE)
      throw new CliError(
        `La clave de API no vale en ${url}: no existe, venció o es de un usuario inactivo. Está en DIVCLI_CLAVE; cree otra en «Mi perfil».`,
      )
    throw new CliError(describeProblem(parseJson(text)) ?? `${url} respondió ${answer.status}.`)
  }
  return {
    async call(method, path, body) {
      const text = await send(method, path, body)
      const json = text === '' ? null : parseJson(text)
      if (json === undefined) throw new CliError(`Lo que responde en ${url} no es DIV.`)
      return json
    },
    text: (path) => send('GET', path),
  }
}

/** What a bundle depends on, one of each. */
const NOMBRES: Readonly<Record<string, string>> = {
  servidores: 'el servidor',
  procesos: 'el proceso',
  parametros: 'el parámetro',
  tablas: 'la tabla',
  consecutivos: 'el consecutivo',
  rag: 'la colección de documentos',
  'ai-agents': 'el agente',
}

/** Null: it is no problem of the product. */
function describeProblem(json: unknown): string | null {
  const problem = problemSchema.safeParse(json)
  if (!problem.success) return null
  const { detail, errores, hallazgos, faltan } = problem.data
  return [
    detail,
    ...errores.map(({ campo, mensaje }) => `  ${campo}: ${mensaje}`),
    ...hallazgos.map(({ nodo, campo, mensaje }) => `  ${nodo ?? 'flujo'} · ${campo}: ${mensaje}`),
    ...faltan.map(({ recurso, nombre }) => `  falta ${lookUp(NOMBRES, recurso) ?? recurso}: ${nombre}`),
  ].join('\n')
}
