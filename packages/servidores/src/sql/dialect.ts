/** How one database writes SQL: what the scanner must know to find parameters, and how the table operations are spelled. */
export interface Dialect {
  readonly nombre: 'postgresql' | 'mysql' | 'sqlite' | 'sqlserver' | 'oracle'
  readonly lexico: Lexico
  /** The first words that a statement may have. What opens files, changes the session or ends transactions is not among them. */
  readonly verbos: ReadonlySet<string>
  /** The placeholder of the parameter at this place, counted from 1. */
  placeholder(place: number): string
  /** One placeholder serves every mention of a name; else each mention has its own. */
  readonly reusesPlaceholders: boolean
  /** Lists are bound as one value (`= any($1)`); else `in (:ids)` is spelled out per call. */
  readonly bindsLists: boolean
  quote(identifier: string): string
  /** Case-insensitive comparison with a pattern whose escape character is `!`. */
  readonly like: string
  /** Both sides of `like` must be put in capitals first. Absent: it does not tell them apart. */
  readonly likeNeedsUpper?: true
  /** What means something in a pattern. Absent: `%` and `_`. */
  readonly patternMarks?: RegExp
  /**
   * How some of the rows are asked for. Absent: `limit n offset m`. `fetch`: `offset m rows fetch next n rows only`; `top`: the same, which
   * then needs an order, and `top (n)` where no rows are skipped.
   */
  readonly paging?: 'fetch' | 'top'
  /** What stands for *no limit* where an offset is given without one. */
  readonly noLimit: string
  /** Which writing operations may answer rows. */
  readonly returning: ReadonlySet<'insertar' | 'actualizar' | 'eliminar'>
  /** How the rows that were written are asked for. Absent: `returning`, answered as rows. `into`: answered in parameters of their own. */
  readonly returningAs?: 'output' | 'into'
  /** A null is spelled out: a placeholder for it would have a type, which not every column takes. */
  readonly spellsNulls?: true
  /** What holds in no row, whatever stands before `in` or `not in`. Absent: EMPTY_LIST. */
  readonly emptyList?: string
  /** Statements may follow each other without a semicolon. */
  readonly looseStatements?: true
  /** Its connections take statements before those ahead are answered. */
  readonly pipelines?: true
}

/** What the texts of one database look like. */
export interface Lexico {
  /** Block comments may stand inside each other. */
  readonly nestedComments: boolean
  /** `#` begins a comment. */
  readonly hashComments: boolean
  /** `--` begins a comment only before a blank. */
  readonly dashNeedsBlank: boolean
  /** A backslash escapes the next character inside '…' (and "…" when that is a text). */
  readonly backslashInTexts: boolean
  /** `E'…'` has backslashes. */
  readonly escapeTexts: boolean
  /** `$tag$ … $tag$` */
  readonly dollarTexts: boolean
  readonly backticks: boolean
  /** `[identifier]`; where false, brackets are code (slices of arrays). */
  readonly brackets: boolean
}

/** What every database may be asked. */
export const VERBOS = [
  'select',
  'with',
  'values',
  'explain',
  'insert',
  'update',
  'delete',
  'create',
  'alter',
  'drop',
  'analyze',
] as const
