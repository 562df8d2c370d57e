/** What stands before a bracket without being a function, types included. */
const NO_FUNCTIONS = wordsOf(`
  select from where and or not in exists any all some as on using over when then else case by values
  union intersect except lateral filter between like ilike is limit offset materialized distinct join
  having array group order partition interval numeric decimal varchar char timestamp time
`)

/** Functions of every database or of PostgreSQL that only read what they are given. */
const KNOWN = wordsOf(`
  count sum min max avg bool_and bool_or every string_agg array_agg json_agg jsonb_agg
  json_build_object jsonb_build_object json_object_agg jsonb_object_agg to_json to_jsonb row_to_json
  unnest array_length cardinality row_number rank dense_rank lag lead first_value last_value ntile
  coalesce nullif greatest least cast upper lower initcap trim btrim ltrim rtrim length char_length
  concat concat_ws substring substr left right replace position strpos split_part lpad rpad reverse
  md5 abs ceil ceiling floor round trunc mod power sqrt sign extract date_part date_trunc now age
  make_date to_char to_date to_timestamp to_number current_timestamp localtimestamp
`)

/** A name is made of these in PostgreSQL, whatever Unicode says of them; of letters only a to z are the same in capitals. */
const BEFORE_BRACKET = /(\.\s*)?([a-z0-9_$\u0080-\uffff]+)\s*\(/gi

/**
 * Whether the code of a statement, its texts and quoted names blotted out, calls nothing but functions that are known to read. What views,
 * operators and types call is not seen; a function of the database's users is taken for the one of the system that has its name.
 */
export function callsOnlyReaders(code: string): boolean {
  for (const [, qualified, name = ''] of code.matchAll(BEFORE_BRACKET)) {
    const known = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    if (qualified !== undefined || !(NO_FUNCTIONS.has(known) || KNOWN.has(known))) return false
  }
  return true
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
