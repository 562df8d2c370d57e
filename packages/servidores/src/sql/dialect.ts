/** How one database writes SQL: what the scanner must know to find parameters, and how the table operations are spelled. */
export interface Dialect {
  readonly nombre: 'postgresql' | 'mysql' | 'sqlite'
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
  /** What stands for *no limit* where an offset is given without one. */
  readonly noLimit: string
  /** Which writing operations may answer rows. */
  readonly returning: ReadonlySet<'insertar' | 'actualizar' | 'eliminar'>
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
