import { TimeAgo } from './time-ago.tsx'

/** When something was changed last, and by whom; what the product made by itself has no author. */
export function ChangedBy({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      Modificado <TimeAgo at={at} />
      {by !== null && ` por ${by}`}
    </>
  )
}
