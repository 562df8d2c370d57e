// Compiles the grammar of formulas: node tools/grammar.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { buildParserFile } from '@lezer/generator'

const folder = new URL('../packages/formula/src/', import.meta.url)
const grammar = await readFile(new URL('formula.grammar', folder), 'utf8')
const { parser, terms } = buildParserFile(grammar, {
  fileName: 'formula.grammar',
  typeScript: true,
  moduleStyle: 'es',
  includeNames: true,
})
await writeFile(new URL('parser.generated.ts', folder), parser)
await writeFile(new URL('parser.terms.generated.ts', folder), terms)
