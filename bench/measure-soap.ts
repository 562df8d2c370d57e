import { compare } from './compare-sides.ts'
import type { Comparison } from './describe-results.ts'
import type { DrawnServer } from './drawn-server.ts'
import type { Side, Sides } from './side.ts'
import { SOAP_WORKLOADS } from './workloads.ts'

/** A SOAP canal beside string templates: a small message that looks up a row, and a large one that is answered as it came. */
export async function measureSoap(
  { limit, drawn }: { limit: Side; drawn: DrawnServer },
  options: { connections: readonly number[]; rounds: number; seconds: number },
): Promise<Comparison[]> {
  const sides: Sides = {
    limit: { base: `${limit.base}/soap`, pids: limit.pids },
    drawn: { base: `${drawn.motor}/soap/banco-soap`, pids: drawn.pids },
  }
  const compared: Comparison[] = []
  for (const workload of SOAP_WORKLOADS) {
    await checkAnswers(workload, sides)
    for (const connections of options.connections)
      compared.push(await compare(workload, sides, { ...options, connections }))
  }
  return compared
}

/** Both do the same work: the same values in the same order, whatever prefixes they stand under. */
async function checkAnswers(
  { nombre, body = '', contentType = '' }: (typeof SOAP_WORKLOADS)[number],
  sides: Sides,
) {
  const answers = await Promise.all(
    Object.values(sides).map(async ({ base }) => {
      const answer = await fetch(base, { method: 'POST', body, headers: { 'content-type': contentType } })
      return [answer.status, ...(await answer.text()).split(/<[^>]*>/).filter((text) => text !== '')].join(
        '|',
      )
    }),
  )
  if (new Set(answers).size !== 1)
    throw new Error(`${nombre}: the sides answer differently:\n${answers.join('\n').slice(0, 2_000)}`)
}
