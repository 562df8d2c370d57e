import type { ReactNode } from 'react'
import type { DraftSaver } from '../store/draft-saver.ts'
import { RunContext, useTestRun } from './use-test-run.ts'

/** What is tried is known to all parts of the screen; what is around it is not drawn anew by what is typed here. */
export function RunProvider({ saver, children }: { saver: DraftSaver; children: ReactNode }) {
  return <RunContext value={useTestRun(saver)}>{children}</RunContext>
}
