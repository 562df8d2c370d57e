import { type Dialect, VERBOS } from '../sql/dialect.ts'

export const MYSQL_DIALECT: Dialect = {
  nombre: 'mysql',
  lexico: {
    nestedComments: false,
    hashComments: true,
    dashNeedsBlank: true,
    // The sql_mode of our sessions has neither NO_BACKSLASH_ESCAPES nor ANSI_QUOTES.
    backslashInTexts: true,
    escapeTexts: false,
    dollarTexts: false,
    backticks: true,
    brackets: false,
  },
  verbos: new Set([
    ...[...VERBOS, 'replace', 'table', 'show', 'describe', 'desc', 'call', 'do', 'truncate', 'optimize'],
    ...['rename', 'grant', 'revoke'],
  ]),
  placeholder: () => '?',
  reusesPlaceholders: false,
  bindsLists: false,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  like: 'like',
  // The largest number that LIMIT takes: MySQL has no other way to say all.
  noLimit: ' limit 18446744073709551615',
  // MariaDB only; MySQL refuses them when they run. Neither returns updated rows.
  returning: new Set(['insertar', 'eliminar']),
}
