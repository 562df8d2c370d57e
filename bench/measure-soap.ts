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
    for (const connections of options.connections)
      compared.push(await compare(workload, sides, { ...options, connections }))
  }
  return compared
}
