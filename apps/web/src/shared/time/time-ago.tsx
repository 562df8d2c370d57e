import { useNow } from '../use-now.ts'
import { timeWords, wholeTime } from './time-words.ts'

/** A moment in words that grow old with it; the exact one for who points at it. */
export function TimeAgo({ at }: { at: string }) {
  useNow(60_000)
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={wholeTime(moment)}>
      {timeWords(moment, Date.now())}
    </time>
  )
}
