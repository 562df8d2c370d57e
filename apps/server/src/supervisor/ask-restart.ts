import type { ChildMessage } from './child-messages.ts'

/** In a process of the supervisor: tells it when its node is asked for a restart, once for each that was asked for since the process began. */
export function createRestartAsker(): (reinicios: number) => void {
  let known: number | null = null
  return (reinicios) => {
    const message: ChildMessage = { type: 'div:restart', reinicios }
    if (known !== null && reinicios > known) process.send?.(message)
    known = reinicios
  }
}
