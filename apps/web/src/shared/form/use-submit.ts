import { type ErrorDeCampo, erroresOf } from '@div/contract'
import { useState } from 'react'
import type { z } from 'zod'
import { readRefusal } from './read-refusal.ts'

export interface Submit<Values, Answer> {
  /** What is wrong, by the schema or by the server, each at its field. */
  errors: readonly ErrorDeCampo[]
  /** What went wrong and is of no field. */
  failure: string | null
  isSending: boolean
  /** Answers what the server did; null when it was refused. A refusal that is not wanted any more is not told. */
  submit: (values: Values, isWanted?: () => boolean) => Promise<Answer | null>
  /** What is being mended is no longer wrong until it is checked again. */
  forgive: () => void
}

/** A form that is sent and is no stored thing: checked as the server checks it, its refusals told at their fields. */
export function useSubmit<Values, Answer>(
  schema: z.ZodType,
  send: (values: Values) => Promise<Answer>,
): Submit<Values, Answer> {
  const [errors, setErrors] = useState<readonly ErrorDeCampo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  async function submit(values: Values, isWanted = () => true): Promise<Answer | null> {
    const checked = schema.safeParse(values)
    setErrors(checked.success ? [] : erroresOf(checked.error))
    setFailure(null)
    if (!checked.success) return null
    setIsSending(true)
    try {
      return await send(values)
    } catch (reason) {
      if (!isWanted()) return null
      const refusal = readRefusal(reason)
      setErrors(refusal.errors)
      setFailure(refusal.failure)
      return null
    } finally {
      setIsSending(false)
    }
  }

  function forgive() {
    setErrors([])
    setFailure(null)
  }

  return { errors, failure, isSending, submit, forgive }
}
