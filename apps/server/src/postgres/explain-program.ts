import {
  type AppError,
  CarpetaInaccesible,
  DiscoLleno,
  PostgresIncluidoDetenido,
  PostgresIncluidoFallido,
} from '@div/contract'

/** The last is the hint of a write that only went half-way. */
const FULL = /No space left on device|Disk quota exceeded|Check free disk space/i
const FORBIDDEN = /Permission denied|has wrong ownership|invalid permissions/i

/** What initdb and postgres say in English, in the words of who can mend it. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/Address already in use/i, 'otro programa ya usa su puerto. Deténgalo y arranque otra vez.'],
  [
    /shared memory block .* still in use/i,
    'quedan procesos de un arranque anterior. Deténgalos y arranque otra vez.',
  ],
  [/Cannot allocate memory|could not create shared memory/i, 'no hay memoria suficiente.'],
  [/File too large/i, 'el sistema limita el tamaño de sus archivos (ulimit -f). Amplíe el límite.'],
  [
    /error while loading shared libraries/i,
    'a sus programas les faltan bibliotecas. Instale DIV otra vez con npm ci.',
  ],
  [
    /could not look up effective user ID/i,
    'la cuenta que lo ejecuta no tiene nombre en este sistema. Añádala a /etc/passwd, o cambie el dueño de la carpeta de datos.',
  ],
  [/password authentication failed/i, 'su contraseña no es la que se guardó en el primer arranque.'],
]

interface Said {
  folder: string
  /** Its own words, which stay the cause. */
  complaints: string
  /** What is known without them. */
  otherwise: string
}

/** Why it did not start, for whoever started the product. */
export function explainProgram({ folder, complaints, otherwise }: Said): AppError {
  const cause = new Error(complaints.trim() || otherwise)
  if (FULL.test(complaints)) return new DiscoLleno({ carpeta: folder }, { cause })
  if (FORBIDDEN.test(complaints)) {
    return new CarpetaInaccesible(
      { carpeta: folder, motivo: 'la cuenta que ejecuta PostgreSQL no tiene permiso sobre ella' },
      { cause },
    )
  }
  const known = SENTENCES.find(([pattern]) => pattern.test(complaints))?.[1]
  const said = mainLine(complaints)
  return new PostgresIncluidoFallido(
    { motivo: known ?? (said === '' ? `${otherwise}.` : `${otherwise}: ${said}`) },
    { cause },
  )
}

/** Why it ended after it ran. Of what it said by then most is about its clients. */
export function explainCrash({ folder, complaints, otherwise }: Said): AppError {
  const cause = new Error(complaints.trim() || otherwise)
  const panic = complaints.lastIndexOf('PANIC:')
  if (panic >= 0 && FULL.test(complaints.slice(panic))) return new DiscoLleno({ carpeta: folder }, { cause })
  return new PostgresIncluidoDetenido({ motivo: otherwise }, { cause })
}

/** Hints and details follow the line that says what happened; what it logs meanwhile is no answer. */
function mainLine(complaints: string): string {
  const lines = complaints.split('\n').filter((line) => line.trim() !== '' && !/\bLOG:/.test(line))
  return lines.findLast((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
}
