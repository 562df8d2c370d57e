import { type Dialect, VERBOS } from '../sql/dialect.ts'

export const POSTGRESQL_DIALECT: Dialect = {
  nombre: 'postgresql',
  lexico: {
    nestedComments: true,
    hashComments: false,
    dashNeedsBlank: false,
    // standard_conforming_strings is on in every session of ours.
    backslashInTexts: false,
    escapeTexts: true,
    dollarTexts: true,
    backticks: false,
    brackets: false,
  },
  verbos: new Set([
    ...[
      ...VERBOS,
      'table',
      'show',
      'merge',
      'call',
      'do',
      'truncate',
      'refresh',
      'comment',
      'grant',
      'revoke',
    ],
    ...['vacuum', 'reindex', 'notify', 'lock'],
  ]),
  placeholder: (place) => `$${place}`,
  reusesPlaceholders: true,
  bindsLists: true,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  like: 'ilike',
  noLimit: '',
  returning: new Set(['insertar', 'actualizar', 'eliminar']),
  pipelines: true,
}
