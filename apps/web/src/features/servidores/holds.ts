import { isRecord } from '@div/ui'

/** Whether settings are those that were chosen. What was left empty, such as a secret, is whatever somebody has written since. */
export function holds(value: unknown, chosen: unknown): boolean {
  if (chosen === '') return true
  if (!isRecord(chosen)) return value === chosen
  return isRecord(value) && Object.entries(chosen).every(([name, each]) => holds(value[name], each))
}
