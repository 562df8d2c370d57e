import { defineFuncion } from '@div/formula'
import { z } from 'zod'

const group = 'identificadores'
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MAX_LENGTH = 256

export const IDENTIFICADORES = [
  defineFuncion({
    name: 'UUID',
    group,
    summary: 'Un identificador único al azar (RFC 9562, versión 4).',
    args: {},
    returns: 'texto',
    volatile: true,
    examples: [['LARGO(UUID())', 36]],
    run: () => crypto.randomUUID(),
  }),
  defineFuncion({
    name: 'UUID7',
    group,
    summary: 'Un identificador único que se ordena por el momento en que se hizo (RFC 9562, versión 7).',
    args: {},
    returns: 'texto',
    volatile: true,
    examples: [['EXTRAE(UUID7(); 15; 1)', '7']],
    run: (_, { host }) => uuid7(host.now()),
  }),
  defineFuncion({
    name: 'CODIGO_ALEATORIO',
    group,
    summary: 'Un código al azar de letras y cifras que no se confunden al leerlas.',
    args: { largo: z.number().default(12) },
    returns: 'texto',
    volatile: true,
    examples: [['COINCIDE(CODIGO_ALEATORIO(8); "[0-9A-Z]{8}")', true]],
    run: ({ largo }) => {
      const bytes = crypto.getRandomValues(
        new Uint8Array(Math.max(1, Math.min(MAX_LENGTH, Math.trunc(largo)))),
      )
      return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    },
  }),
  defineFuncion({
    name: 'ES_UUID',
    group,
    summary: 'Dice si un texto es un UUID.',
    args: { texto: z.string() },
    returns: 'booleano',
    examples: [
      ['ES_UUID("0198e0a2-1b7c-7c3e-8f00-0123456789ab")', true],
      ['ES_UUID("x")', false],
    ],
    run: ({ texto }) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(texto),
  }),
]

/** RFC 9562, 5.7: 48 bits of time, version, 74 random bits and the variant. */
function uuid7(nowMs: number): string {
  const random = crypto.randomUUID()
  const time = Math.trunc(nowMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
