/** A paragraph, with the table below it. */
const BLOCKS = /\n\n(?!\|)/
/** What a paragraph is of: `accept`, or `overload` of `compute`. */
const NAME = /^`[^`]+`(?: of `[^`]+`)?/

/** Where the title stands, and then how the table of calls came about, with the table. */
const CALLS = 1

/**
 * What was measured by itself takes the place of what RESULTS.md says of it; everything else stays. The table of calls only goes with
 * `hasCalls`: when all of them were measured.
 */
export function mergeResults(
  before: string,
  measured: string,
  { note, hasCalls }: { note: string; hasCalls: boolean },
): string {
  const blocks = before.trimEnd().split(BLOCKS)
  const fresh = measured.trimEnd().split(BLOCKS)
  const calls = fresh[CALLS]
  if (hasCalls && calls !== undefined) blocks[CALLS] = calls
  for (const block of fresh.slice(CALLS + 1)) {
    const name = NAME.exec(block)?.[0]
    if (name === undefined) throw new Error(`a paragraph has no name: ${block}`)
    const [text = '', ...table] = block.split('\n\n')
    const noted = [`${text} ${note}`, ...table].join('\n\n')
    const at = blocks.findIndex((each) => NAME.exec(each)?.[0] === name)
    if (at === -1) blocks.push(noted)
    else blocks[at] = noted
  }
  return `${blocks.join('\n\n')}\n`
}
