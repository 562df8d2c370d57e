import { writeTexto } from '@div/contract'

/* What is secret in a foreign flow stays there: neither notes nor parameters repeat it. */

/** `max_tokens` counts, and is none. */
const NOMBRE = String.raw`authorization|api[-_]?key|access[-_]?key|token(?!s)|passw(?:or)?d|secret|clave|contrase`
const SECRETO = new RegExp(NOMBRE, 'i')
const OCULTO = '•••'
/** Fields that name a row, and those that hold its value. */
const NOMBRES = ['name', 'nombre', 'key', 'keyValue', 'p']
const VALORES = new Set(['value', 'valor', 'valueValue', 'to'])

const ESCRITO = String.raw`\\?["'\x60])(?!\{\{|\$\{|=\{)[^"'\x60\\\n]+(?=\\?["'\x60])`
const ANTES = String.raw`((?:${NOMBRE})[\w-]{0,40}(?:\\?["'])?\]?\s{0,9}`
/** What code assigns; in a formula it would be a comparison. */
const ASIGNADO = new RegExp(`${ANTES}=\\s{0,9}${ESCRITO}`, 'gi')
/** What is secret by where it stands in a text, the secret itself last; also where the text is itself written out within another one. */
const POR_LUGAR: readonly RegExp[] = [
  new RegExp(String.raw`([?&][^=&#\s"']*(?:${NOMBRE})[^=&#\s"']*=)(?!\{)[^&#\s"'\\]+`, 'gi'),
  new RegExp(`${ANTES}:\\s{0,9}${ESCRITO}`, 'gi'),
  /(\b(?:Bearer|Basic|Token)\s+)(?![{$])[\w.~+/=-]{8,}/g,
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'\\]{0,200}:)(?![{$])[^\s/@"'\\]{1,200}(?=@)/gi,
]
/** What is secret by how it looks: keys as their services write them, tokens that are signed, private keys. */
const POR_FORMA: readonly RegExp[] = [
  /(?<![\w.-])(?:sk|pk|rk)[-_](?:[a-z]{2,12}[-_])?[A-Za-z0-9_-]{16,}/g,
  /(?<!\w)(?:gh[oprsu]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|ya29\.|AIza)[\w.-]{16,}/g,
  /(?<!\w)SG\.[\w-]{16,}\.[\w-]{16,}/g,
  /(?<!\w)(?:AKIA|ASIA)[0-9A-Z]{16}(?!\w)/g,
  /(?<!\w)eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /(?<=hooks\.slack\.com\/services\/)[\w/]{16,}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
]

/** Does a field of this name hold what nobody may read? */
function isSecreto(nombre: string): boolean {
  return SECRETO.test(nombre)
}

export function secretoDejado(nombre: string): string {
  return `El valor de «${nombre}» no se trajo: póngalo en la autenticación del servidor o en un parámetro secreto.`
}

/** A text as somebody reads it, but for what is secret in it. */
export function hideInTexto(texto: string): string {
  return empty(texto.replace(ASIGNADO, `$1${OCULTO}`), OCULTO)
}

function empty(texto: string, en: string): string {
  const shown = POR_LUGAR.reduce((text, lugar) => text.replace(lugar, `$1${en}`), texto)
  return POR_FORMA.reduce((text, forma) => text.replace(forma, en), shown)
}

/** Settings as they were, but for the values of what is secret by its name, its place or its looks. */
export function hideSecretos(valor: unknown, en = OCULTO): unknown {
  if (typeof valor === 'string') return en === OCULTO ? hideInTexto(valor) : empty(valor, en)
  if (Array.isArray(valor)) return valor.map((each) => hideSecretos(each, en))
  if (typeof valor !== 'object' || valor === null) return valor
  const campos = Object.entries(valor)
  const isSecretRow = campos.some(
    ([nombre, each]) => NOMBRES.includes(nombre) && typeof each === 'string' && isSecreto(each),
  )
  return Object.fromEntries(
    campos.map(([nombre, each]) => {
      const isSecret = isSecreto(nombre) || (isSecretRow && VALORES.has(nombre))
      const isPlain = typeof each === 'string' || typeof each === 'number'
      return [nombre, isSecret && isPlain && each !== '' ? en : hideSecretos(each, en)]
    }),
  )
}

/** As long as the name of a parámetro may be. */
const PARAMETRO_MAX = 100
const TEXTO = String.raw`"(?:[^"\\]|\\.)*"`
const TEXTO_SOLO = new RegExp(`^${TEXTO}$`)
const TEXTOS = new RegExp(TEXTO, 'g')
const COMPARADO = new RegExp(String.raw`((?:${NOMBRE})[\w-]{0,40}"?\)?\s?(?:=|<>)\s?)${TEXTO}`, 'gi')

/**
 * A node without what was written out in it as a secret, and where that was: by a name, or null where none is known. What a formula compares with
 * becomes a parámetro: without a value it could be met by nothing at all.
 */
export function removeSecretos<Nodo extends Readonly<Record<string, unknown>>>(
  nodo: Nodo,
  parametro: string,
): { nodo: Nodo; quitados: ReadonlySet<string | null>; usaParametro: boolean } {
  const quitados = new Set<string | null>()
  let usaParametro = false
  const deParametro = (formula: string): string => {
    const read = `PARAMETRO(${writeTexto(parametro)})`
    const left = formula
      .replace(COMPARADO, (whole, antes: string) => (whole.endsWith('""') ? whole : antes + read))
      .replace(TEXTOS, (text) => (isWholeSecret(text) ? read : text))
    usaParametro ||= left !== formula
    return left
  }
  const inText = (texto: string): string => {
    const left = empty(texto, '')
    if (left !== texto) quitados.add(null)
    return left
  }
  const inTexts = (valor: unknown): unknown => {
    if (typeof valor === 'string') return inText(valor)
    if (Array.isArray(valor)) return valor.map(inTexts)
    if (typeof valor !== 'object' || valor === null) return valor
    const campos = Object.entries(withoutValor(valor, quitados))
    return Object.fromEntries(
      campos.map(([nombre, each]) => {
        const isFormula = nombre === 'expresion' && typeof each === 'string'
        return [nombre, isFormula ? inText(deParametro(each)) : inTexts(each)]
      }),
    )
  }
  const campos = Object.entries(nodo).map(([campo, valor]) => [campo, inTexts(valor)])
  return { nodo: { ...nodo, ...Object.fromEntries(campos) }, quitados, usaParametro }
}

/** A quoted text that is nothing but a secret. */
function isWholeSecret(text: string): boolean {
  return text !== '""' && POR_FORMA.some((forma) => text.replace(forma, '') === '""')
}

/** The name of a parámetro that stands for a secret of a foreign node. */
export function parametroOf(que: string, nodo: string): string {
  return `${que}-${nodo.replace(/[^\p{L}\p{N}_.-]+/gu, '-')}`.slice(0, PARAMETRO_MAX)
}

/** Of a row that is secret by its name, what is written out; of any other, the fields of its value that are. */
function withoutValor(row: object, quitados: Set<string | null>): object {
  const nombre: unknown = Reflect.get(row, 'nombre')
  const valor: unknown = Reflect.get(row, 'valor')
  const expresion: unknown = Reflect.get(row, 'expresion')
  if (typeof nombre !== 'string') return row
  const isWritten = valor !== undefined || (typeof expresion === 'string' && TEXTO_SOLO.test(expresion))
  if (isSecreto(nombre) && isWritten && valor !== '' && typeof (valor ?? '') !== 'object') {
    quitados.add(nombre)
    const { expresion: _, ...rest } = { expresion: null, ...row }
    return { ...rest, valor: '' }
  }
  if (typeof valor !== 'object' || valor === null) return row
  const left = hideSecretos(valor, '')
  if (JSON.stringify(left) !== JSON.stringify(valor)) quitados.add(nombre)
  return { ...row, valor: left }
}

/** Code, or settings as JSON, for a note; and whether something of it is not there. */
export function writeOriginal(original: unknown): { texto: string; hasSecretos: boolean } {
  const shown = hideSecretos(original)
  const texto = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)
  return { texto, hasSecretos: JSON.stringify(shown) !== JSON.stringify(original) }
}
