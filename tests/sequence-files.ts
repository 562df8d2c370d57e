import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose tests mostly wait: for time-outs, for what was killed to come back, for the next look at a source. */
const WAITING = /\/tests\/faults\/|\/motor\/eventos\/fuentes\.test\.ts$/
/** A browser and a product at work. */
const BUSY = /\/e2e\//
/** One that waits to two that work: then the cores are neither idle nor fought for. */
const BUSY_TO_ONE_WAITING = 2

/** The long files of both kinds first, mixed; then all others, which fill the gaps at the end. */
export default class SequenceFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(({ moduleId }) => WAITING.test(moduleId))
    const busy = sorted.filter(({ moduleId }) => BUSY.test(moduleId))
    const others = sorted.filter((file) => !waiting.includes(file) && !busy.includes(file))
    const mixed: TestSpecification[] = []
    while (waiting.length + busy.length > 0) {
      mixed.push(...waiting.splice(0, 1), ...busy.splice(0, BUSY_TO_ONE_WAITING))
    }
    return [...mixed, ...others]
  }
}
