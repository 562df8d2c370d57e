import { type Dialect, VERBOS } from '../sql/dialect.ts'

export const SQLITE_DIALECT: Dialect = {
  nombre: 'sqlite',
  lexico: {
    nestedComments: false,
    hashComments: false,
    dashNeedsBlank: false,
    backslashInTexts: false,
    escapeTexts: false,
    dollarTexts: false,
    backticks: true,
    brackets: true,
  },
  // ATTACH, VACUUM INTO and PRAGMA reach other files (security rule 2).
  verbos: new Set([...VERBOS, 'replace', 'reindex']),
  placeholder: () => '?',
  reusesPlaceholders: false,
  bindsLists: false,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  like: 'like',
  noLimit: ' limit -1',
  returning: new Set(['insertar', 'actualizar', 'eliminar']),
}
