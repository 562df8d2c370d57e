import { isDataError } from './is-data-error.ts'
import { mayPass } from './may-pass.ts'

/** Our own database is asked again after so long. */
const RETRY_MS = 500
/** So often where nobody knows why it went wrong. */
const TRIES = 20

interface Trying {
  /** Told of each try that is not the last one. */
  onRetry(error: unknown): void
  tries?: number | undefined
  /** From then on nothing is tried again. */
  isOver?: () => boolean
}

/**
 * Writes into our own database, however long that is away. Throws what another try would not mend: that the data is refused, at once;
 * anything else that is not the database's own trouble, after some tries.
 */
export async function keepTrying<Result>(
  write: () => Promise<Result>,
  { onRetry, tries = TRIES, isOver = () => false }: Trying,
): Promise<Result> {
  for (let left = tries; ; ) {
    try {
      return await write()
    } catch (error) {
      if (!mayPass(error)) left--
      if (isDataError(error) || left === 0 || isOver()) throw error
      onRetry(error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
