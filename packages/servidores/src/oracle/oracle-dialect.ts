import { type Dialect, VERBOS } from '../sql/dialect.ts'

export const ORACLE_DIALECT: Dialect = {
  nombre: 'oracle',
  lexico: {
    nestedComments: false,
    hashComments: false,
    dashNeedsBlank: false,
    backslashInTexts: false,
    escapeTexts: false,
    dollarTexts: false,
    backticks: false,
    brackets: false,
  },
  // ALTER SYSTEM, SET ROLE and the like change the session or the server; blocks are what procedures are for.
  verbos: new Set([
    ...VERBOS.filter((verbo) => verbo !== 'values'),
    'merge',
    'truncate',
    'comment',
    'rename',
    'grant',
    'revoke',
  ]),
  placeholder: (place) => `:${place}`,
  reusesPlaceholders: false,
  bindsLists: false,
  quote: (identifier) => `"${identifier.replaceAll('"', '')}"`,
  like: 'like',
  likeNeedsUpper: true,
  paging: 'fetch',
  noLimit: '',
  returning: new Set(['insertar', 'actualizar', 'eliminar']),
  returningAs: 'into',
  emptyList: 'select null from dual where 1 = 0',
}
