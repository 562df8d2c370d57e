import { type Dialect, VERBOS } from '../sql/dialect.ts'

export const SQLSERVER_DIALECT: Dialect = {
  nombre: 'sqlserver',
  lexico: {
    nestedComments: true,
    hashComments: false,
    dashNeedsBlank: false,
    backslashInTexts: false,
    escapeTexts: false,
    dollarTexts: false,
    backticks: false,
    brackets: true,
  },
  // BACKUP, BULK INSERT, DBCC, USE and SET reach files or the session.
  verbos: new Set([
    ...VERBOS.filter((verbo) => verbo !== 'explain' && verbo !== 'analyze' && verbo !== 'values'),
    ...['merge', 'exec', 'execute', 'truncate', 'grant', 'revoke', 'deny'],
  ]),
  placeholder: (place) => `@p${place}`,
  reusesPlaceholders: false,
  bindsLists: false,
  quote: (identifier) => `[${identifier.replaceAll(']', ']]')}]`,
  like: 'like',
  patternMarks: /[%_[]/g,
  paging: 'top',
  noLimit: '',
  returning: new Set(['insertar', 'actualizar', 'eliminar']),
  returningAs: 'output',
  spellsNulls: true,
  looseStatements: true,
}
