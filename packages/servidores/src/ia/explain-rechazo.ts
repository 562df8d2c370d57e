import { isPlainObject, lookUp } from '@div/contract'
import { quoteWords } from '../sql/failure.ts'

/** What a service of models answered instead of doing what it was asked. */
export interface Respuesta {
  estado: number
  cuerpo: string
  /** Null: no model was asked for. */
  modelo: string | null
}

export interface Rechazo {
  /** Spanish, without a full stop. */
  motivo: string
  /** The same call may go better a little later. */
  reintentable: boolean
  /** Another model may do it: this one is gone, or is asked too much. */
  isOfModelo: boolean
}

const WORDS_CHARS = 300

interface Rule {
  test(told: { estado: number; codigo: string; words: string }): boolean
  motivo(told: { modelo: string; quoted: string }): string
  reintentable?: boolean
  isOfModelo?: boolean
}

/** Statuses of what does not fit. */
const TOO_LARGE: ReadonlySet<number> = new Set([400, 413, 422])
/** As OpenAI and Azure say it. */
const MODELO_DESCONOCIDO: ReadonlySet<string> = new Set(['model_not_found', 'DeploymentNotFound'])

/** In their order: services say the same with other statuses, and the words tell more than the number. */
const RULES: readonly Rule[] = [
  {
    // Services quote a part of the key: what they say of it is not repeated.
    test: ({ estado }) => estado === 401,
    motivo: () => 'su clave no sirve: un administrador debe cambiarla en el servidor',
  },
  {
    test: ({ estado, codigo, words }) =>
      estado === 402 ||
      codigo === 'insufficient_quota' ||
      /credit balance|insufficient (?:quota|credit)/i.test(words),
    motivo: ({ quoted }) => `la cuenta no tiene crédito: un administrador debe reponerlo${quoted}`,
  },
  {
    test: ({ estado }) => estado === 403,
    motivo: ({ quoted }) => `su clave no da permiso para esto: un administrador debe revisarla${quoted}`,
  },
  {
    // Those who ask to wait, 429, may use the same words.
    test: ({ estado, codigo, words }) =>
      codigo === 'context_length_exceeded' ||
      (TOO_LARGE.has(estado) &&
        /maximum context length|context (?:length|window)|prompt is too long|too many (?:input )?tokens/i.test(
          words,
        )),
    motivo: ({ modelo, quoted }) => `lo que se le envía no cabe en lo que lee el modelo ${modelo}${quoted}`,
  },
  {
    test: ({ codigo, words }) =>
      /content_filter|content_policy|ResponsibleAI/i.test(codigo) ||
      /content (?:management )?polic|safety system/i.test(words),
    motivo: ({ quoted }) => `no admite el contenido que se le envía${quoted}`,
  },
  {
    test: ({ estado, codigo, words }) =>
      MODELO_DESCONOCIDO.has(codigo) ||
      (estado === 404 && (/model/i.test(words) || codigo === 'not_found_error')) ||
      (estado === 400 && /model\b.*\b(?:not found|does not exist|not a valid)/i.test(words)),
    motivo: ({ modelo, quoted }) => `no tiene el modelo ${modelo}${quoted}`,
    isOfModelo: true,
  },
  {
    test: ({ estado }) => estado === 404,
    motivo: () => 'contestó 404: revise su dirección base',
  },
  {
    test: ({ estado }) => estado === 429,
    motivo: ({ quoted }) => `pide esperar: recibe demasiadas peticiones${quoted}`,
    reintentable: true,
    isOfModelo: true,
  },
  {
    test: ({ estado, codigo }) => estado === 503 || estado === 529 || codigo === 'overloaded_error',
    motivo: ({ quoted }) => `está saturado${quoted}`,
    reintentable: true,
    isOfModelo: true,
  },
]

/** What an answer that is no success means, and who must act. */
export function explainRechazo({ estado, cuerpo, modelo }: Respuesta): Rechazo {
  const { codigo, words } = readProblem(cuerpo)
  const quoted = words === '' ? '' : `: ${quoteWords(words)}`
  const rule = RULES.find((each) => each.test({ estado, codigo, words }))
  if (rule)
    return {
      motivo: rule.motivo({ modelo: modelo === null ? 'pedido' : `«${modelo}»`, quoted }),
      reintentable: rule.reintentable ?? false,
      isOfModelo: rule.isOfModelo ?? false,
    }
  const isBroken = estado >= 500 || estado === 408
  return { motivo: `contestó ${estado}${quoted}`, reintentable: isBroken, isOfModelo: isBroken }
}

/** `{ error: { message, code, type } }` of most, `{ error: "…" }` of Ollama, `{ detail | message }` of others; nothing of a page of a proxy. */
function readProblem(cuerpo: string): { codigo: string; words: string } {
  const answer = parse(cuerpo)
  if (!isPlainObject(answer)) return { codigo: '', words: '' }
  const error = lookUp(answer, 'error')
  const held = isPlainObject(error) ? error : answer
  const codigo = [held.code, held.type].find((each) => typeof each === 'string' && each !== '')
  const words = [held.message, error, held.detail].find((each) => typeof each === 'string')
  return {
    codigo: String(codigo ?? ''),
    words: String(words ?? '')
      .trim()
      .slice(0, WORDS_CHARS),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: the status says what there is to say.
    return null
  }
}
